import { foreignText } from '@upvigil/core/format/foreign-text';
import { dayMs, hourMs } from '@upvigil/core/time';
import { z } from 'zod';

/** A registry's answer about a name. Times in milliseconds since the epoch, pauses in milliseconds. */
export type RdapAnswer =
  | { outcome: 'known'; expires_at: number }
  /** The answer has no date. */
  | { outcome: 'unpublished'; answer: string }
  /** Query again after the pause. */
  | { outcome: 'later'; answer: string; pause: number };

/** The reason for a missing date when the registry does not publish it. */
export const notPublished = 'not published';

/** Pause when a registry does not name one. */
const usualPause = hourMs;
const longestPause = dayMs;

/** RFC 9083, section 4.5. One invalid event does not hide the others. */
const domainSchema = z.object({ events: z.array(z.unknown()).nullish() });
const eventSchema = z.object({ eventAction: z.string(), eventDate: z.string() });

/**
 * The expiry event as registries write it, reduced to letters: 'expiration' (RFC 9083, section 10.2.3), 'Record
 * expires'. The first with a date counts. The registrar's own date may differ, so it comes last.
 */
const expirationActions = [
  ...[
    'expiration',
    'expirationdate',
    'expiry',
    'expirydate',
    'expires',
    'expired',
    'recordexpires',
    'recordexpiration',
  ],
  ...['domainexpires', 'domainexpiration', 'registryexpiration', 'registryexpirydate', 'paidtill'],
  ...['registrarexpiration', 'registrarregistrationexpiration', 'registrarregistrationexpirationdate'],
];

/** Parses the response of a registry's server. Untrusted: any response gives an answer. */
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
    return { outcome: 'later', answer: 'the registry did not answer with RDAP', pause: usualPause };
  return expires_at === null ? { outcome: 'unpublished', answer: notPublished } : { outcome: 'known', expires_at };
}

/** Undefined: no answer about a domain. Null: an answer without a date. */
function expirationIn(body: string): number | null | undefined {
  try {
    const { events } = domainSchema.parse(JSON.parse(body.replace(/^\uFEFF/, '')));
    const dates = (events ?? []).flatMap(datedEvent);
    const found = expirationActions.flatMap((wanted) => dates.filter(({ action }) => action === wanted));
    // Registries write the year 9999 or later for 'never'.
    return found[0] ? Math.min(found[0].time, Date.UTC(9999, 11, 31)) : null;
  } catch {
    return undefined;
  }
}

/** An event with its action reduced to letters; none without a date. */
function datedEvent(event: unknown): { action: string; time: number }[] {
  const { success, data } = eventSchema.safeParse(event);
  if (!success) return [];
  const time = parseDate(data.eventDate);
  const action = data.eventAction.toLowerCase().replace(/[^a-z]/g, '');
  return Number.isNaN(time) || time < 0 ? [] : [{ action, time }];
}

/** ISO 8601 as registries write it: a space instead of T, and no zone for UTC. */
function parseDate(text: string): number {
  const [, date, time = '', zone = ''] =
    /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?\s*$/i.exec(text) ??
    [];
  if (date === undefined) return Date.parse(text);
  return Date.parse(`${date}T${time || '00:00'}${/^[+-]/.test(zone) ? zone : 'Z'}`);
}

/** The answer when a server cannot be reached. */
export const unreachable = (reason: string): RdapAnswer => ({
  outcome: 'later',
  answer: foreignText(`the registry cannot be reached: ${reason}`),
  pause: usualPause,
});

/** RFC 9110, section 10.2.3: seconds, or a date. */
function pauseOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return usualPause;
  const milliseconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(milliseconds) ? usualPause : Math.min(longestPause, Math.max(1000, milliseconds));
}
