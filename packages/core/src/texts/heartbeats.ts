import { shortDuration } from '../format/short-duration.ts';

/** Texts about heartbeats. Separate because only a website's page loads them. */
export const heartbeatMessages = {
  saveFailed: 'Failed to save heartbeat',
  deleteFailed: 'Failed to delete heartbeat',
  rotateFailed: 'Failed to rotate the key',
  none: 'No heartbeats configured. Click "Add Heartbeat" to get started.',
  secretsMissing:
    'The address of this heartbeat cannot be shown: it was encrypted with the key of another installation. Pings to the old address still count. Set SECRET_KEY to that key, or rotate the key to get a new address.',
  addressHidden: 'Only users who may change monitors see the address of a heartbeat and the output of its runs.',
  cron: 'Cron expression must have five fields, such as 0 3 * * *',
  neverDue: 'Cron expression never matches a date',
  keyTaken: 'Another heartbeat has this key',
  unknownKey: 'There is no heartbeat with this key',
  exitCode: 'The exit code must be between 0 and 255',
  rid: 'rid must be a UUID',
  tooMany: 'Too many pings: try again later',
  pushNotFound: 'Heartbeat not found or disabled',
} as const;

/** Times in milliseconds. */
interface DueFacts {
  dueAt: number;
  graceMs: number;
  timeZone: string;
}

export const missedRun = ({ dueAt, graceMs, timeZone }: DueFacts): string =>
  `did not report: expected at ${clockTime(dueAt, timeZone)}, grace period ${shortDuration(graceMs)}`;

export const unfinishedRun = (startedAt: number, timeZone: string): string =>
  `started at ${clockTime(startedAt, timeZone)} and did not finish`;

/** A run that reported its failure. `runtimeMs`: null without a start. */
export function failedRun(code: number | null, runtimeMs: number | null): string {
  const how = code === null ? 'reported a failure' : `failed with exit code ${code}`;
  return runtimeMs === null ? how : `${how} after ${shortDuration(runtimeMs)}`;
}

/** The cause of SLOW. */
export const slowRun = (runtimeMs: number, limitMs: number): string =>
  `took ${shortDuration(runtimeMs)}, limit ${shortDuration(limitMs)}`;

/** `offsetMs` of the last three runs from their due times. */
export function timeZoneHint(offsetMs: number, timeZone: string): string {
  const side = offsetMs > 0 ? 'after' : 'before';
  return `The last three runs came ${shortDuration(Math.abs(offsetMs))} ${side} the scheduled time. Is the time zone ${timeZone} correct?`;
}

/** '03:00 CET'. */
const clockTime = (at: number, timeZone: string): string =>
  `${partOf(at, timeZone, 'en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })} ${zoneName(at, timeZone)}`;

/** The abbreviation, which each locale has only for its own zones; else the offset, such as GMT+3. */
function zoneName(at: number, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC';
  const names = ['en-GB', 'en-US', 'en-AU'].map((locale) => shortZoneName(at, timeZone, locale));
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? timeZone;
}

const shortZoneName = (at: number, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

const partOf = (at: number, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
