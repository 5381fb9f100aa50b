import { readProductVersion } from '../../../product-files.ts';

/** Without the patch version, so that filters of targets need no update for each patch. */
const version = readProductVersion().split('.').slice(0, 2).join('.');

/** User agent of this program. `purpose`: two or three words for readers of the target's log. */
export const userAgentFor = (purpose: 'uptime check' | 'clock check' | 'domain check'): string =>
  `Upvigil/${version} (+${purpose})`;
