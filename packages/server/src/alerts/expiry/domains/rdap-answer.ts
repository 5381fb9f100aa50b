import { foreignText } from '@upvigil/core/format/foreign-text';
import { z } from 'zod';

/** The answer of a registry about a name. Times in milliseconds since the epoch, pauses in milliseconds. */
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

/** RFC 9083, section 4.5. One odd event does not make the others unreadable. */
const domainSchema = z.object({ events: z.array(z.unknown()).nullish() });
const eventSchema = z.object({ eventAction: z.string(), eventDate: z.string() });

/**
 * How registries write that a name expires, as letters alone: 'expiration' (RFC 9083, section 10.2.3), 'Record expires'. The
 * first that has a date counts. The registrar's own date may be another one, so it stands last.
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
    const { events } = domainSchema.parse(JSON.parse(body.replace(/^\uFEFF/, '')));
    const dates = (events ?? []).flatMap(datedEvent);
    const found = expirationActions.flatMap((wanted) => dates.filter(({ action }) => action === wanted));
    // A registry that says 'for ever' says the year 9999, and some say more.
    return found[0] ? Math.min(found[0].time, Date.UTC(9999, 11, 31)) : null;
  } catch {
    return undefined;
  }
}

/** An event with its action as letters alone; none where it has no date. */
function datedEvent(event: unknown): { action: string; time: number }[] {
  const { success, data } = eventSchema.safeParse(event);
  if (!success) return [];
  const time = parseDate(data.eventDate);
  const action = data.eventAction.toLowerCase().replace(/[^a-z]/g, '');
  return Number.isNaN(time) || time < 0 ? [] : [{ action, time }];
}

/** ISO 8601 as registries write it: a space for the T, and no zone where it is UTC. */
function parseDate(text: string): number {
  const [, date, time = '', zone = ''] =
    /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?\s*$/i.exec(text) ??
    [];
  if (date === undefined) return Date.parse(text);
  return Date.parse(`${date}T${time || '00:00'}${/^[+-]/.test(zone) ? zone : 'Z'}`);
}

/** Of a server that could not be asked. */
export const unreachable = (reason: string): RdapAnswer => ({
  outcome: 'later',
  answer: foreignText(`the registry cannot be asked: ${reason}`),
  pause: usualPause,
});

/** RFC 9110, section 10.2.3: seconds, or a date. */
function pauseOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return usualPause;
  const milliseconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(milliseconds) ? usualPause : Math.min(longestPause, Math.max(1000, milliseconds));
}
