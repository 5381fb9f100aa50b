import { dayMs } from '@upvigil/core/time';
import { sentNoticesSchema } from '../../storage/tables/alert-tables.ts';

/** The validity of a certificate. Milliseconds since the epoch. */
interface Lifetime {
  valid_from: number;
  valid_to: number;
}

/** A threshold in days before the end, or `late`: automatic renewal is overdue. */
export type Notice = number | 'late';

/** Thresholds above this part of the lifetime are ignored: such a certificate is always near its end. */
const longestPart = 0.3;
/** Certificates with shorter lifetimes are renewed automatically, with a third of the lifetime left. */
const renewedByPrograms = 100 * dayMs;
const latePart = 0.25;

/** Late renewal is not detected earlier than this before the end. */
export const earliestLate = renewedByPrograms * latePart;

/** The due notices of a certificate. Includes expired certificates, which may be seen for the first time. */
export function dueOfCertificate({ valid_from, valid_to }: Lifetime, days: readonly number[], now: number): Notice[] {
  const left = valid_to - now;
  const lifetime = valid_to - valid_from;
  const isLate = lifetime <= renewedByPrograms && left < lifetime * latePart;
  const due = [
    ...days.filter((each) => each * dayMs <= lifetime * longestPart && left < each * dayMs),
    ...(isLate ? (['late'] as const) : []),
  ];
  // A lifetime shorter than every threshold gives a notice only after its end.
  return due.length === 0 && left <= 0 ? days.slice(-1) : due;
}

/** The due notices of a domain. Late renewal does not apply to domains. */
export const dueOfDomain = (expires_at: number, days: readonly number[], now: number): Notice[] =>
  days.filter((each) => expires_at - now < each * dayMs);

/** The due notices that were not sent yet. `told`: the sent ones in stored form, or null. */
export function newNotices(due: readonly Notice[], told: string | null): Notice[] {
  const known = new Set(readSentNotices(told));
  return due.filter((notice) => !known.has(notice));
}

/** The stored form with these notices added. */
export const withSentNotices = (told: string | null, notices: readonly Notice[]): string =>
  JSON.stringify([...new Set([...readSentNotices(told), ...notices])]);

const readSentNotices = (told: string | null): Notice[] =>
  told === null ? [] : sentNoticesSchema.parse(JSON.parse(told));

/** Whole days until `end`, rounded down; negative once it is past. */
export const daysLeft = (end: number, now: number): number => Math.floor((end - now) / dayMs);
