import { defaults } from '@upvigil/core/defaults';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planAlerts } from '../../alerts/decide/plan-alerts.ts';
import { systemClock } from '../../base/clock.ts';
import type { FinishedCheck, ProbeOutcome } from '../../base/domain/check.ts';
import { problems } from '../../base/domain/problems.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { engineTools } from '../../testing/engine-tools.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { watchedMonitor } from '../monitors/load-monitors.ts';
import { down, nothingMeasured } from '../probe/failure-text.ts';
import { fault } from '../probe/faults.ts';
import type { ProblemState } from '../record/recording/recorded-check.ts';
import { createProbeLoop } from './probe-loop.ts';
import { createResultBatch } from './result-batch.ts';
import { createWatchList } from './watch-list.ts';

const up = { outcome: 'up', ...nothingMeasured, response_time_us: 1000 } as const;
const outcomes = {
  good: up,
  down: down('connection refused'),
  slow: { ...up, response_time_us: 60_000_000 },
  missing: { ...up, metadata_found: false },
  'slow and missing': { ...up, response_time_us: 60_000_000, metadata_found: false },
  fault: fault('memory', 'this host is out of memory'),
} satisfies Record<string, ProbeOutcome>;
type Outcome = keyof typeof outcomes;

/** A stopped clock: nothing becomes due. */
const clock = { ...systemClock, now: () => 1_000_000, monotonic: () => 1000 };
const tools = engineTools(clock);

/** Runs consecutive checks of a monitor in the real probe loop, and evaluates their results for alerts. */
async function follow(row: MonitorRow, sequence: readonly Outcome[]) {
  const monitor = watchedMonitor(row);
  const left = sequence.map((each) => outcomes[each]);
  const probe = async (): Promise<ProbeOutcome> => left.shift() ?? up;
  const loop = createProbeLoop(
    { ...tools, probe },
    createResultBatch(() => undefined),
    () => undefined,
  );
  const watched = createWatchList();
  watched.add([monitor]);
  loop.watch([monitor]);
  let state: ProblemState = row;
  const steps = [];
  for (const outcome of sequence) {
    const result = await loop.checkNow(monitor);
    if ('fault' in result) continue;
    watched.note(result);
    const opened = planned(result);
    const standing = { ...watched.all()[0] };
    const soonest = clock.now() + defaults.confirmationSeconds * 1000;
    steps.push({ outcome, opened, state, standing, isSoon: (result.next_due_at ?? 0) <= soonest });
  }
  await loop.pause();
  return steps;

  function planned(check: FinishedCheck): string[] {
    const plan = planAlerts([{ check_id: 1, check, monitor: { ...row, ...state }, website_name: 'Shop' }]);
    const ids = new Map(plan.opened.map((opened, at) => [opened, at + 1]));
    state = plan.states(ids).get(row.id) ?? state;
    return plan.opened.map(({ problem }) => problem);
  }
}

describe('confirmation of a problem', () => {
  let test: TestStorage;
  let row: MonitorRow;
  beforeAll(async () => {
    test = await openTestStorage();
    const timing = { check_interval_seconds: 3600, next_due_at: clock.now() + 3_000_000 };
    row = await makeMonitor(test.db, { ...timing, metadata_tag: 'version' });
  });
  afterAll(() => test.close());

  const soonAfter = async (sequence: readonly Outcome[], changes: Partial<MonitorRow> = {}) =>
    (await follow({ ...row, ...changes }, sequence)).map(({ isSoon }) => isSoon);

  it.each(['slow', 'missing', 'slow and missing'] as const)(
    'of an outage that began with one check of "%s" brings the monitor back into its timing',
    async (first) => {
      expect(await soonAfter([first, 'down', 'down', 'down', 'down'])).toEqual([true, true, false, false, false]);
    },
  );

  it('counts only checks that follow each other', async () => {
    const steps = await follow(row, ['slow', 'down', 'slow', 'good']);
    expect(steps.flatMap(({ opened }) => opened)).toEqual([]);
  });

  it('lasts over an outage, so that the alert of before it is not confirmed again', async () => {
    expect(await soonAfter(['slow', 'slow', 'down', 'down', 'slow'])).toEqual([true, false, true, false, false]);
  });

  it('returns to its schedule when each check shows another problem', async () => {
    const isSoon = await soonAfter(['down', 'slow', 'down', 'slow', 'down', 'slow', 'down', 'slow', 'down']);
    expect(isSoon.filter((each) => !each)).not.toHaveLength(0);
    expect(isSoon.slice(0, 2)).toEqual([true, true]);
  });

  it('is followed by early checks until enough of them in a row are good', async () => {
    const flapping = ['down', 'good', 'down', 'good', 'good', 'good', 'good'] as const;
    const isSoon = await soonAfter(flapping, { failure_threshold: 1, recovery_threshold: 3 });
    expect(isSoon).toEqual([false, true, false, true, true, false, false]);
  });

  it('is not asked for again when the threshold of a monitor grew while its problem lasts', async () => {
    const confirmed = { outage_streak: 2, outage_alert_id: 7, failure_threshold: 5 };
    expect(await soonAfter(['down', 'down'], confirmed)).toEqual([false, false]);
  });

  it('is not taken for made when the threshold of a monitor fell below what was counted', async () => {
    const counted = { slow_streak: 4, failure_threshold: 3 };
    const steps = await follow({ ...row, ...counted }, ['down', 'slow']);
    expect(steps.flatMap(({ opened }) => opened)).toEqual([]);
  });

  it('and the engine agree on any sequence of checks, with a bounded number of early ones', async () => {
    const anyOutcome = fc.constantFrom(...(Object.keys(outcomes) as Outcome[]));
    const anyThreshold = fc.integer({ min: 1, max: 10 });
    const anySequence = fc.array(anyOutcome, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        anySequence,
        anyThreshold,
        anyThreshold,
        async (sequence, failure_threshold, recovery_threshold) => {
          const steps = await follow({ ...row, failure_threshold, recovery_threshold }, sequence);
          expectAgreement(steps, failure_threshold);
          expectBounded(steps, failure_threshold, recovery_threshold);
          expectConsecutive(steps, failure_threshold);
        },
      ),
    );
  });
});

type Steps = Awaited<ReturnType<typeof follow>>;

/** Problems that were detected but have no alert. */
const unconfirmed = ({ state }: Steps[number]) =>
  problems.filter((problem) => state[`${problem}_streak`] > 0 && state[`${problem}_alert_id`] === null);

/** Problems with an alert, of which checks in a row show the end. */
const recovering = ({ state }: Steps[number]) => problems.filter((problem) => state[`${problem}_streak`] < 0);

/** Main thread, probe thread and database have equal counts and the same confirmed problems. */
function expectAgreement(steps: Steps, threshold: number): void {
  for (const { state, standing } of steps) {
    const { outage_streak, slow_streak, metadata_streak } = state;
    expect(standing).toMatchObject({ outage_streak, slow_streak, metadata_streak });
    for (const problem of problems) {
      const streak = state[`${problem}_streak`];
      expect(state[`${problem}_alert_id`] !== null).toBe(streak < 0 || streak >= threshold);
    }
  }
}

/** Checks come early only to confirm or end a problem, and only as often as that needs. */
function expectBounded(steps: Steps, failures: number, recoveries: number): void {
  const most = failures - 1 + recoveries - 1;
  let row: Steps = [];
  for (const step of steps) {
    if (step.isSoon) {
      row.push(step);
      expect([...unconfirmed(step), ...recovering(step)]).not.toEqual([]);
      expect(row.length).toBeLessThanOrEqual(problems.length * most);
      continue;
    }
    for (const problem of unconfirmed(step)) {
      const given = row.filter((each) => unconfirmed(each).includes(problem));
      expect(given.length).toBeGreaterThanOrEqual(failures - 1);
    }
    for (const problem of recovering(step)) {
      const given = row.filter((each) => recovering(each).includes(problem));
      expect(given.length).toBeGreaterThanOrEqual(recoveries - 1);
    }
    row = [];
  }
}

const showing: Record<string, readonly Outcome[]> = {
  outage: ['down'],
  slow: ['slow', 'slow and missing'],
  metadata: ['missing', 'slow and missing'],
};

function expectConsecutive(steps: Steps, threshold: number): void {
  steps.forEach(({ opened }, at) => {
    for (const problem of opened) {
      const last = steps.slice(Math.max(0, at - threshold + 1), at + 1).map(({ outcome }) => outcome);
      expect(last).toHaveLength(threshold);
      expect(last.filter((outcome) => !showing[problem]?.includes(outcome))).toEqual([]);
    }
  });
}
