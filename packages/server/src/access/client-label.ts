import type { SessionClient } from '@upvigil/core/contract/sessions';

/** Client type from the User-Agent: browser, our CLI, or another program. */
export const clientLabel = (userAgent: string): SessionClient =>
  /^upvigil\b/i.test(userAgent) ? 'cli' : userAgent.startsWith('Mozilla/') ? 'browser' : 'api';
