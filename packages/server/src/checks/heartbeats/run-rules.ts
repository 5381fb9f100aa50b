import type { HeartbeatOptions } from '@upvigil/core/contract/heartbeats';
import type { HeartbeatState, PingType } from '@upvigil/core/contract/names/states';
import { dueTimesAfter, graceForClockChange } from '@upvigil/core/rules/due-times';
import { failedRun, missedRun, slowRun, timeZoneHint, unfinishedRun } from '@upvigil/core/texts/heartbeats';
import { dayMs, hourMs, minuteMs, secondMs } from '@upvigil/core/time';
import type { OpenRun, RunState } from '../../base/domain/heartbeat-runs.ts';

/** Durations in seconds. */
export type RunOptions = Omit<HeartbeatOptions, 'post_only'>;

/** Time in which no process listened. Milliseconds since the epoch. */
export interface Gap {
  from: number;
  to: number;
}

/** A received ping that counts. */
export interface CountedPing {
  type: PingType;
  /** Milliseconds since the epoch. */
  at: number;
  code: number | null;
  rid: string | null;
  /** Measured by the sender; null if it sent none. */
  response_time_us: number | null;
}

/** A made or missed run, which is recorded as a check. */
export interface RunCheck {
  /** Milliseconds since the epoch. */
  at: number;
  is_up: boolean;
  is_slow: boolean;
  /** The cause of a failure, or of SLOW. */
  cause: string | null;
  response_time_us: number | null;
}

interface Outcome {
  state: RunState;
  checks: RunCheck[];
}

/** Runs of one heartbeat that may be open at once. The oldest ends as unfinished when one more starts. */
const mostOpenRuns = 50;
/** Missed runs that are counted at a time; the next sweep counts the others. */
const mostMissed = 100;
const hintMs = 15 * minuteMs;
const hintRuns = 3;
/** The offset of the farthest time zone. */
const mostZoneOffsetMs = 14 * hourMs;

/** The time from which a heartbeat counts after it was added, enabled or changed. A heartbeat without a ping has no due time. */
export function startSchedule(options: RunOptions, before: RunState, now: number): RunState {
  const due_at = before.last_run === null ? null : nextDue(options, now);
  return { ...before, due_at, past_due_at: null, open: [], offsets: [] };
}

/** The next time at which a missing signal changes the state; null if nothing is expected. */
export function deadlineOf(options: RunOptions, { due_at, open }: RunState): number | null {
  const ends = open.map(({ must_end_by }) => must_end_by);
  if (due_at !== null) ends.push(endOfGrace(options, due_at));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Counts the runs whose deadline passed before `now`. Signals that a gap may have swallowed count as nothing. */
export function passDeadlines(options: RunOptions, before: RunState, now: number, gaps: readonly Gap[] = []): Outcome {
  const checks: RunCheck[] = [];
  let state = before;
  while (checks.length < mostMissed) {
    const deadline = deadlineOf(options, state);
    if (deadline === null || deadline >= now) break;
    const late = state.open.find(({ must_end_by }) => must_end_by === deadline);
    state = late ? endUnfinished(options, state, late, gaps, checks) : missDue(options, state, deadline, gaps, checks);
  }
  return { state, checks };
}

function endUnfinished(
  options: RunOptions,
  state: RunState,
  run: OpenRun,
  gaps: readonly Gap[],
  checks: RunCheck[],
): RunState {
  if (gapIn(gaps, run.started_at, run.must_end_by) === null) checks.push(unfinished(options, run, run.must_end_by));
  return { ...state, open: state.open.filter((one) => one !== run) };
}

function missDue(
  options: RunOptions,
  state: RunState,
  deadline: number,
  gaps: readonly Gap[],
  checks: RunCheck[],
): RunState {
  const due = state.due_at ?? deadline;
  const gap = gapIn(gaps, due, deadline);
  if (gap === null) {
    const cause = missedRun({ dueAt: due, graceMs: options.grace * secondMs, timeZone: options.time_zone });
    // An unfinished run may end at the same time, and each check has its own.
    const at = checks.at(-1)?.at === deadline ? deadline + 1 : deadline;
    checks.push({ at, is_up: false, is_slow: false, cause, response_time_us: null });
    return { ...state, past_due_at: due, due_at: nextDue(options, due) };
  }
  // Skips the due times whose grace period also touches the gap.
  const from = options.cron === null ? gap.to : Math.max(due, gap.to - options.grace * secondMs);
  return { ...state, past_due_at: due, due_at: nextDue(options, from) };
}

/** Applies a ping, whose time must not precede earlier ones. Deadlines before it must have been passed. */
export function receivePing(
  options: RunOptions,
  before: RunState,
  ping: CountedPing,
): Outcome & { runtime_ms: number | null } {
  if (ping.type === 'log') return { state: before, checks: [], runtime_ms: null };
  const open = before.open.find(({ rid }) => rid === ping.rid);
  if (ping.type === 'start') return { ...startRun(options, before, ping, open), runtime_ms: null };
  const placed = open ? withoutRun(before, open) : placeSignal(options, before, ping);
  const runtime_ms = open ? Math.max(0, ping.at - open.started_at) : null;
  const last_run = { started_at: open?.started_at ?? null, ended_at: ping.at, code: ping.code, runtime_ms };
  return { state: { ...placed, last_run }, checks: [endedRun(options, ping, runtime_ms)], runtime_ms };
}

function startRun(options: RunOptions, before: RunState, ping: CountedPing, same: OpenRun | undefined): Outcome {
  const { at, rid } = ping;
  const oldest = before.open.length >= mostOpenRuns ? before.open[0] : undefined;
  const ended = same ?? oldest;
  const placed = placeSignal(options, ended ? withoutRun(before, ended) : before, ping);
  const { due_at } = placed;
  const unlimited = due_at === null ? Number.MAX_SAFE_INTEGER : endOfGrace(options, due_at);
  const must_end_by = options.max_runtime === null ? unlimited : at + options.max_runtime * secondMs;
  return {
    state: {
      ...placed,
      open: [...placed.open, { rid, started_at: at, must_end_by }],
      last_run: { started_at: at, ended_at: null, code: null, runtime_ms: null },
    },
    checks: ended ? [unfinished(options, ended, at)] : [],
  };
}

const withoutRun = (state: RunState, run: OpenRun): RunState => ({
  ...state,
  open: state.open.filter((one) => one !== run),
});

/** The state after the first signal of a run: the due time that it belongs to is over. */
const placeSignal = (options: RunOptions, state: RunState, ping: CountedPing): RunState =>
  options.cron === null ? placeInPeriod(options, state, ping) : placeInCalendar(options, state, ping);

function placeInPeriod(options: RunOptions, state: RunState, { at, type }: CountedPing): RunState {
  const isInWindow = state.due_at === null || at >= state.due_at - leadOf(options, intervalMs(options, at));
  if (type === 'fail' && !isInWindow) return state;
  return { ...state, past_due_at: state.due_at, due_at: nextDue(options, at) };
}

function placeInCalendar(options: RunOptions, state: RunState, { at }: CountedPing): RunState {
  const due = state.due_at ?? firstDue(options, at);
  if (due === null) return state;
  const next = nextDue(options, due);
  const lead = leadOf(options, (next ?? due + dayMs) - due);
  if (at < due - lead) return { ...state, due_at: due, offsets: addOffset(state, at, due) };
  // With a long grace period, the windows of later due times may have begun: they belong to the same run.
  const due_at = next !== null && at >= next - lead ? nextDue(options, at + lead) : next;
  return { ...state, past_due_at: due, due_at, offsets: [] };
}

/** The due time of a first ping: the earliest one whose grace period is not over. */
function firstDue(options: RunOptions, at: number): number | null {
  let from = at - options.grace * secondMs - 1;
  for (;;) {
    const due = nextDue(options, from);
    if (due === null || endOfGrace(options, due) >= at) return due;
    from = due;
  }
}

/** Adds an additional run, by its distance to the nearest due time. Of several near the same one, the last counts. */
function addOffset({ past_due_at, offsets }: RunState, at: number, next: number | null): RunState['offsets'] {
  const due = [past_due_at, next]
    .filter((one) => one !== null)
    .sort((one, other) => Math.abs(at - one) - Math.abs(at - other))[0];
  if (due === undefined) return offsets;
  const others = offsets.filter(({ due_at }) => due_at !== due);
  return [...others, { due_at: due, quarters: Math.round((at - due) / hintMs) }].slice(-hintRuns);
}

/** The question about the time zone when the last runs were all off by the same time; null otherwise. */
export function hintOf({ cron, time_zone }: RunOptions, { offsets }: RunState): string | null {
  const quarters = offsets[0]?.quarters ?? 0;
  const isSame = offsets.length === hintRuns && offsets.every((one) => one.quarters === quarters);
  const isZone = quarters !== 0 && Math.abs(quarters) * hintMs <= mostZoneOffsetMs;
  return isSame && isZone && cron !== null ? timeZoneHint(quarters * hintMs, time_zone) : null;
}

const unfinished = ({ time_zone }: RunOptions, { started_at }: OpenRun, at: number): RunCheck => ({
  at,
  is_up: false,
  is_slow: false,
  cause: unfinishedRun(started_at, time_zone),
  response_time_us: null,
});

function endedRun({ slow_runtime }: RunOptions, ping: CountedPing, runtimeMs: number | null): RunCheck {
  const { at, code, response_time_us } = ping;
  if (ping.type === 'fail') {
    return { at, is_up: false, is_slow: false, cause: failedRun(code, runtimeMs), response_time_us };
  }
  const isSlow = slow_runtime !== null && runtimeMs !== null && runtimeMs > slow_runtime * secondMs;
  const cause = isSlow ? slowRun(runtimeMs, slow_runtime * secondMs) : null;
  return { at, is_up: true, is_slow: isSlow, cause, response_time_us };
}

const nextDue = (options: RunOptions, after: number): number | null => dueTimesAfter(options, after, 1)[0] ?? null;

const endOfGrace = ({ grace, cron, time_zone }: RunOptions, due: number): number =>
  due + grace * secondMs + (cron === null ? 0 : graceForClockChange(time_zone, due));

/** How long before a due time its window begins. */
const leadOf = ({ grace }: RunOptions, interval: number): number => Math.min(grace * secondMs, interval / 4);

/** Time between a due time and the next one. */
export function intervalMs(options: RunOptions, due: number): number {
  if (options.period !== null) return options.period * secondMs;
  const [first = due, second = first + dayMs] = dueTimesAfter(options, due - 1, 2);
  return second - first;
}

/** The last gap that overlaps a time; null if none does. */
const gapIn = (gaps: readonly Gap[], from: number, to: number): Gap | null =>
  gaps.filter((gap) => gap.from < to && gap.to > from).at(-1) ?? null;

/** The state at a time. `is_up`: result of the last run; null without any. */
export function stateAt(
  state: RunState,
  { enabled, is_up }: { enabled: boolean; is_up: boolean | null },
  now: number,
): HeartbeatState {
  if (!enabled) return 'disabled';
  if (state.open.length > 0) return 'running';
  if (is_up === false) return 'down';
  if (state.due_at !== null && now >= state.due_at) return 'late';
  return state.last_run === null ? 'new' : 'up';
}
