import { Cron } from 'croner';
import { dayMs, hourMs, secondMs } from '../time.ts';
import { type OffsetAt, offsetsIn } from './zone-offsets.ts';

/** When a job runs: every `period` seconds, or at the local times of `cron`. One of both is set. */
interface JobSchedule {
  period: number | null;
  cron: string | null;
  /** IANA name, of `cron`. */
  time_zone: string;
}

/**
 * The next `count` due times after `after`, ascending, in milliseconds since the epoch; fewer at the end of the
 * calendar. With `period`, `after` is the time from which the period counts. Throws for an invalid schedule.
 */
export function dueTimesAfter({ period, cron, time_zone }: JobSchedule, after: number, count: number): number[] {
  if (cron !== null) return cronTimes(cron, time_zone, after, count);
  return Array.from({ length: count }, (_, at) => after + (at + 1) * (period ?? 0) * secondMs);
}

/** A ping takes half the time with a parsed expression, and a quarter less without croner's own time zones. */
const expressions = new Map<string, Cron>();
const mostExpressions = 2_000;
const parseCron = (cron: string): Cron => new Cron(cron, { mode: '5-part', utcOffset: 0 });

function keepExpression(cron: string, expression: Cron): void {
  if (expressions.size >= mostExpressions) expressions.clear();
  expressions.set(cron, expression);
}

/**
 * Local times are found as if they were UTC and placed afterwards: croner itself omits days on which a clock change
 * skips two times, and repeats some times that occur twice.
 */
function cronTimes(cron: string, timeZone: string, after: number, count: number): number[] {
  const expression = expressions.get(cron) ?? parseCron(cron);
  keepExpression(cron, expression);
  const offsetAt = offsetsIn(timeZone);
  const due: number[] = [];
  let wall = expression.nextRun(new Date(after + offsetAt(after)));
  while (wall !== null && due.length < count) {
    const at = placeLocal(wall.getTime(), offsetAt);
    // Several skipped times share the end of their gap; repeated times after their first occurrence are in the past.
    if (at > (due.at(-1) ?? after)) due.push(at);
    wall = expression.nextRun(wall);
  }
  return due;
}

/**
 * Converts a local time, given as if it were UTC. A skipped time moves to the end of the gap; of a repeated time, the
 * first counts. Compares the offsets a day before and after, assuming at most one clock change in between.
 */
function placeLocal(wall: number, offsetAt: OffsetAt): number {
  const before = offsetAt(wall - dayMs);
  if (offsetAt(wall - before) === before) return wall - before;
  const after = offsetAt(wall + dayMs);
  if (offsetAt(wall - after) === after) return wall - after;
  return findChange(offsetAt, wall - after, wall - before);
}

/** The first time with the offset of `to`, if there is one clock change after `from` and until `to`. */
function findChange(offsetAt: OffsetAt, from: number, to: number): number {
  const last = offsetAt(to);
  let earlier = from;
  let later = to;
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetAt(middle) === last) later = middle;
    else earlier = middle;
  }
  return later;
}

const nearChangeMs = 3 * hourMs;

/**
 * Additional grace period of a due time within 3 hours of a clock change, in ms: local schedulers differ in whether
 * they run a skipped or repeated time before or after the change.
 */
export function graceForClockChange(timeZone: string, dueAt: number): number {
  const offsetAt = offsetsIn(timeZone);
  return Math.abs(offsetAt(dueAt + nearChangeMs) - offsetAt(dueAt - nearChangeMs - 1));
}

type CronProblem = 'malformed' | 'never_matches';

/** Takes at most 0.1 s, because croner's search ends with the year 9999. */
export function cronProblem(cron: string): CronProblem | null {
  // Croner also accepts dates and names such as '@daily'.
  if (cron.trim().split(/\s+/).length !== 5) return 'malformed';
  try {
    return parseCron(cron).nextRun() === null ? 'never_matches' : null;
  } catch {
    return 'malformed';
  }
}
