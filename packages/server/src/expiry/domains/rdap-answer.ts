import { foreignText } from '@upvigil/core/format/foreign-text';
import { z } from 'zod';

/** What a registry said of a name. Times in milliseconds since the epoch, pauses in milliseconds. */
export type RdapAnswer =
  | { outcome: 'known'; expires_at: number }
  /** It has an answer, and no date in it. */
  | { outcome: 'unpublished'; answer: string }
  /** Not now: to be asked again after the pause. */
  | { outcome: 'later'; answer: string; pause: number };

/** Why no date is known, where nobody publishes it. */
export const notPublished = 'not published';

/** Without a word of its own a registry is left alone for so long. */
const usualPause = 3_600_000;
const longestPause = 24 * 3_600_000;

/** RFC 9083, section 4.5. */
const domainSchema = z.object({
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() }).partial()).optional(),
});

/** Reads the answer of a registry's server. It is foreign: whatever it is, something is answered. */
export function readRdapAnswer(
  { status, retryAfter, body }: { status: number; retryAfter: string | undefined; body: string },
  now: number,
): RdapAnswer {
  if (status === 404) return { outcome: 'unpublished', answer: 'the registry does not know this name' };
  if (status !== 200) {
    const pause = pauseOf(retryAfter, now);
    return { outcome: 'later', answer: `the registry answered HTTP ${status}`, pause };
  }
  const expires_at = expirationIn(body);
  if (expires_at === undefined)
    return { outcome: 'later', answer: 'the registry answered something else than RDAP', pause: usualPause };
  return expires_at === null ? { outcome: 'unpublished', answer: notPublished } : { outcome: 'known', expires_at };
}

/** Undefined: it is no answer about a domain. Null: it holds no date. */
function expirationIn(body: string): number | null | undefined {
  try {
    const { events = [] } = domainSchema.parse(JSON.parse(body));
    const { eventDate = '' } = events.find(({ eventAction }) => eventAction === 'expiration') ?? {};
    const time = Date.parse(eventDate);
    // A registry that says 'for ever' says the year 9999, and some say more.
    return Number.isNaN(time) || time < 0 ? null : Math.min(time, Date.UTC(9999, 11, 31));
  } catch {
    return undefined;
  }
}

/** Of a server that could not be asked. */
export const unreachable = (reason: string): RdapAnswer => ({
  ...{ outcome: 'later', answer: foreignText(`the registry cannot be asked: ${reason}`), pause: usualPause },
});

/** RFC 9110, section 10.2.3: seconds, or a date. */
function pauseOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return usualPause;
  const milliseconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(milliseconds) ? usualPause : Math.min(longestPause, Math.max(1000, milliseconds));
}
