import { day } from '../../checks/record/rollups/rollup.ts';
import { sentNoticesSchema } from '../../storage/tables/alert-tables.ts';

/** A certificate's life. Milliseconds since the epoch. */
export interface Lifetime {
  valid_from: number;
  valid_to: number;
}

/** One of the days before the end on which an alert is wanted, or that a renewal is late. */
export type Notice = number | 'late';

/** A threshold above this part of the lifetime is ignored: such a certificate is always near its end. */
const longestPart = 0.3;
/** Certificates that live so long at most are renewed by programs, which do it with a third left. */
const renewedByPrograms = 100 * day;
const latePart = 0.25;

/** Late renewal is not looked for earlier before the end than this. */
export const earliestLate = renewedByPrograms * latePart;

/** Which notices of a certificate are due. Expired certificates count too: their notices were sent before, or nobody knows yet. */
export function dueOfCertificate({ valid_from, valid_to }: Lifetime, days: readonly number[], now: number): Notice[] {
  const left = valid_to - now;
  const lifetime = valid_to - valid_from;
  const isLate = lifetime <= renewedByPrograms && left < lifetime * latePart;
  const due = [
    ...days.filter((each) => each * day <= lifetime * longestPart && left < each * day),
    ...(isLate ? (['late'] as const) : []),
  ];
  // A lifetime shorter than any threshold gives no notice before its end, and one after it.
  return due.length === 0 && left <= 0 ? days.slice(-1) : due;
}

/** Which notices of a domain are due; no domain is renewed so late by a program that this would be news. */
export const dueOfDomain = (expires_at: number, days: readonly number[], now: number): Notice[] =>
  days.filter((each) => expires_at - now < each * day);

/** The due notices that were not sent yet. `told`: sent ones as they are stored, or null. */
export function newNotices(due: readonly Notice[], told: string | null): Notice[] {
  const known = new Set(readSentNotices(told));
  return due.filter((notice) => !known.has(notice));
}

/** The stored form after these notices are sent too. */
export const withSentNotices = (told: string | null, notices: readonly Notice[]): string =>
  JSON.stringify([...new Set([...readSentNotices(told), ...notices])]);

const readSentNotices = (told: string | null): Notice[] =>
  told === null ? [] : sentNoticesSchema.parse(JSON.parse(told));

/** Whole days until then, counted down; below 0 once it is past. */
export const daysLeft = (end: number, now: number): number => Math.floor((end - now) / day);
