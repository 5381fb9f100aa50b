import type { SessionClient } from '@upvigil/core/contract/sessions';

/** By what somebody comes, as their requests say it: what people use, our command, or any program. */
export const clientLabel = (userAgent: string): SessionClient =>
  /^upvigil\b/i.test(userAgent) ? 'cli' : userAgent.startsWith('Mozilla/') ? 'browser' : 'api';
