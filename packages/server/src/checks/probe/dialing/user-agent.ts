import { readProductVersion } from '../../../product-files.ts';

/** As `0.1`: a target that knows us by it need not learn every patch. */
const version = readProductVersion().split('.').slice(0, 2).join('.');

/** User agent of this program. `purpose`: two or three words for readers of the target's log. */
export const userAgentFor = (purpose: 'uptime check' | 'clock check' | 'domain check'): string =>
  `Upvigil/${version} (+${purpose})`;
