import { parseArgs } from 'node:util';
import { leaseTimes } from '../../packages/server/src/base/domain/lease-times.ts';
import { shareChange } from '../../packages/server/src/operations/sharing/fair-share.ts';

/** One run of the lease protocol in virtual time. Times in seconds. */
export interface SimulationOptions {
  workers: number;
  monitors: number;
  interval: number;
  duration: number;
  /** Workers killed after a third of the run, and stopped for a minute after half of it. */
  killed: number;
  stopped: number;
  /** Each worker's clock is wrong by up to this, in either direction. */
  clockSkew: number;
  seed: number;
}

export interface SimulationResult {
  checks: number;
  /** Two checks of one monitor that are closer than half its interval. */
  doubled: number;
  /** Longest time between two checks of one monitor. */
  longestGap: number;
  /** Monitors without a worker at the end. */
  unowned: number;
  /** Database statements a second for beats. */
  beatStatements: number;
  largestShare: number;
}

const tickMilliseconds = 100;
const nobody = -1;
/** Statements of one beat: alive, forget, mine, quotas, claim. */
const statementsPerBeat = 5;

/** A small seeded generator (mulberry32), so that a run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The whole state: content of the database, and what each worker knows of it. */
class World {
  now = 0;
  checks = 0;
  doubled = 0;
  longestGap = 0;
  beats = 0;
  readonly owner: Int32Array;
  readonly due: Float64Array;
  readonly lastCheck: Float64Array;
  readonly seenAt: Float64Array;
  readonly trustedUntil: Float64Array;
  /** 0 runs, 1 stopped, 2 dead. */
  readonly state: Uint8Array;
  readonly skew: Float64Array;
  readonly held: Set<number>[];
  private readonly free: number[] = [];
  private readonly calendar = new Map<number, number[]>();
  private readonly options: SimulationOptions;

  constructor(options: SimulationOptions, random: () => number) {
    this.options = options;
    const { workers, monitors, interval, clockSkew } = options;
    this.owner = new Int32Array(monitors).fill(nobody);
    this.due = new Float64Array(monitors);
    this.lastCheck = new Float64Array(monitors).fill(Number.NaN);
    this.seenAt = new Float64Array(workers).fill(Number.NEGATIVE_INFINITY);
    this.trustedUntil = new Float64Array(workers).fill(Number.NEGATIVE_INFINITY);
    this.state = new Uint8Array(workers);
    this.skew = Float64Array.from({ length: workers }, () => (random() * 2 - 1) * clockSkew * 1000);
    this.held = Array.from({ length: workers }, () => new Set<number>());
    for (let monitor = 0; monitor < monitors; monitor++) {
      this.due[monitor] = random() * interval * 1000;
      this.free.push(monitor);
    }
  }

  /** Workers that the database considers alive. */
  aliveWorkers(): number {
    let alive = 0;
    for (const seen of this.seenAt) if (seen >= this.now - leaseTimes.leaseMilliseconds) alive++;
    return alive;
  }

  /** Other workers may take a silent worker's monitors once its lease has expired. */
  freeThoseOfTheDead(): void {
    for (const [worker, seen] of this.seenAt.entries()) {
      if (seen >= this.now - leaseTimes.leaseMilliseconds || !Number.isFinite(seen)) continue;
      for (const monitor of this.held[worker] ?? []) {
        if (this.owner[monitor] !== worker) continue;
        this.owner[monitor] = nobody;
        this.free.push(monitor);
      }
      this.seenAt[worker] = Number.NEGATIVE_INFINITY;
    }
  }

  beat(worker: number, alive: number): void {
    if (this.state[worker] !== 0) return;
    this.beats++;
    this.seenAt[worker] = this.now;
    this.trustedUntil[worker] = this.now + leaseTimes.trustMilliseconds;
    const held = this.held[worker] ?? new Set<number>();
    for (const monitor of held) if (this.owner[monitor] !== worker) held.delete(monitor);
    const { take, give } = shareChange({ workers: alive, monitors: this.options.monitors, mine: held.size });
    this.take(worker, take, held);
    this.give(give, held);
  }

  private take(worker: number, count: number, held: Set<number>): void {
    for (let taken = 0; taken < count; taken++) {
      const monitor = this.free.pop();
      if (monitor === undefined) return;
      this.owner[monitor] = worker;
      held.add(monitor);
      this.schedule(monitor, Math.max(this.now, (this.due[monitor] ?? 0) - (this.skew[worker] ?? 0)));
    }
  }

  private give(count: number, held: Set<number>): void {
    let left = count;
    for (const monitor of held) {
      if (left === 0) return;
      if ((this.due[monitor] ?? 0) <= this.now + leaseTimes.handOverMilliseconds) continue;
      held.delete(monitor);
      this.owner[monitor] = nobody;
      this.free.push(monitor);
      left--;
    }
  }

  private schedule(monitor: number, at: number): void {
    // The checks of this tick have run by now.
    const tick = Math.max(Math.ceil(at / tickMilliseconds), Math.round(this.now / tickMilliseconds) + 1);
    const list = this.calendar.get(tick);
    if (list) list.push(monitor);
    else this.calendar.set(tick, [monitor]);
  }

  /** Runs the checks due in this tick: each worker runs those that it expects to hold. */
  runDue(): void {
    const tick = Math.round(this.now / tickMilliseconds);
    const due = this.calendar.get(tick);
    this.calendar.delete(tick);
    for (const monitor of due ?? []) this.check(monitor);
  }

  private check(monitor: number): void {
    const worker = this.owner[monitor] ?? nobody;
    if (worker === nobody || !this.held[worker]?.has(monitor)) return;
    const mayCheck = this.state[worker] === 0 && (this.trustedUntil[worker] ?? 0) >= this.now;
    const ownDue = (this.due[monitor] ?? 0) - (this.skew[worker] ?? 0);
    // Given away and claimed again before this entry's time: the later entry counts.
    if (ownDue > this.now + tickMilliseconds) return;
    if (mayCheck) this.record(monitor, worker);
    else this.schedule(monitor, this.now + tickMilliseconds);
  }

  /** Otherwise a monitor that is never checked again would not show. */
  countUnfinishedGaps(): void {
    for (const at of this.lastCheck) {
      const gap = Number.isNaN(at) ? Number.POSITIVE_INFINITY : this.now - at;
      if (gap > this.longestGap) this.longestGap = gap;
    }
  }

  private record(monitor: number, worker: number): void {
    const interval = this.options.interval * 1000;
    const gap = this.now - (this.lastCheck[monitor] ?? Number.NaN);
    if (gap < interval / 2) this.doubled++;
    if (gap > this.longestGap) this.longestGap = gap;
    this.checks++;
    this.lastCheck[monitor] = this.now;
    // A check may run up to one tick early.
    const late = Math.max(0, this.now + (this.skew[worker] ?? 0) - (this.due[monitor] ?? 0));
    this.due[monitor] = (this.due[monitor] ?? 0) + (Math.floor(late / interval) + 1) * interval;
    this.schedule(monitor, (this.due[monitor] ?? 0) - (this.skew[worker] ?? 0));
  }
}

/** Runs the protocol of `packages/server/src/operations/sharing` with its own times and quota rule. */
export function simulate(options: SimulationOptions): SimulationResult {
  const random = randomNumbers(options.seed);
  const world = new World(options, random);
  const beatTicks = leaseTimes.beatMilliseconds / tickMilliseconds;
  const phase = Array.from({ length: options.workers }, () => Math.floor(random() * beatTicks));
  const byPhase = Array.from({ length: beatTicks }, () => [] as number[]);
  for (const [worker, at] of phase.entries()) byPhase[at]?.push(worker);
  const ticks = (options.duration * 1000) / tickMilliseconds;
  const stopTicks = 60_000 / tickMilliseconds;
  for (let tick = 0; tick < ticks; tick++) {
    world.now = tick * tickMilliseconds;
    if (tick === Math.floor(ticks / 3)) world.state.fill(2, 0, options.killed);
    const stopAt = Math.floor(ticks / 2);
    if (tick === stopAt) world.state.fill(1, options.killed, options.killed + options.stopped);
    if (tick === stopAt + stopTicks) world.state.fill(0, options.killed, options.killed + options.stopped);
    if (tick % 10 === 0) world.freeThoseOfTheDead();
    const alive = tick < beatTicks ? options.workers : world.aliveWorkers();
    world.runDue();
    for (const worker of byPhase[tick % beatTicks] ?? []) world.beat(worker, alive);
  }
  world.countUnfinishedGaps();
  return {
    checks: world.checks,
    doubled: world.doubled,
    longestGap: world.longestGap / 1000,
    unowned: world.owner.filter((worker) => worker === nobody).length,
    beatStatements: Math.round((world.beats * statementsPerBeat) / options.duration),
    largestShare: Math.max(...world.held.map((held) => held.size)),
  };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: '10000' },
      monitors: { type: 'string', default: '1000000' },
      interval: { type: 'string', default: '60' },
      duration: { type: 'string', default: '360' },
      killed: { type: 'string', default: '500' },
      stopped: { type: 'string', default: '500' },
      'clock-skew': { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
    },
  });
  const number = (name: keyof typeof values) => Number(values[name]);
  const result = simulate({
    workers: number('workers'),
    monitors: number('monitors'),
    interval: number('interval'),
    duration: number('duration'),
    killed: number('killed'),
    stopped: number('stopped'),
    clockSkew: number('clock-skew'),
    seed: number('seed'),
  });
  console.log(JSON.stringify(result, null, 2));
  const bound = number('interval') + 30 + 2 * number('clock-skew');
  const isRight = result.doubled === 0 && result.unowned === 0 && result.longestGap <= bound;
  console.log(isRight ? `right: every monitor within ${bound} s, none twice` : `WRONG: bound is ${bound} s`);
  process.exitCode = isRight ? 0 : 1;
}
