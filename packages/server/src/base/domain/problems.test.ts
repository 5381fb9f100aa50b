import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceProblems,
  type CheckVerdict,
  giveEarlyCheck,
  isDecidedNext,
  noEarlyChecks,
  type OpenProblems,
  problems,
  standingStreaks,
} from './problems.ts';

const noStreaks = { outage_streak: 0, slow_streak: 0, metadata_streak: 0 };
const nothingOpen: OpenProblems = { outage: false, slow: false, metadata: false };

const up: CheckVerdict = { is_up: true, is_slow: false, metadata_found: null, error_message: null };
const down: CheckVerdict = { is_up: false, is_slow: false, metadata_found: null, error_message: 'HTTP 503' };
const slow: CheckVerdict = { ...up, is_slow: true };

/** Evaluates checks in sequence; returns what each opened and ended. */
function follow(verdicts: readonly CheckVerdict[], failure_threshold: number, recovery_threshold = 1) {
  let streaks = noStreaks;
  const open = { ...nothingOpen };
  return verdicts.map((verdict) => {
    const changes = advanceProblems({ ...streaks, failure_threshold, recovery_threshold }, { ...open }, verdict);
    streaks = changes.streaks;
    for (const problem of changes.opened) open[problem] = true;
    for (const problem of changes.ended) open[problem] = false;
    return { opened: changes.opened, ended: changes.ended, streaks };
  });
}

describe('problems of a monitor', () => {
  it('goes down after two failures and up after one success', () => {
    const steps = follow([down, down, down, up, up], 2);
    expect(steps.map(({ opened, ended }) => [opened, ended])).toEqual([
      [[], []],
      [['outage'], []],
      [[], []],
      [[], ['outage']],
      [[], []],
    ]);
  });

  it('forgets a single failure', () => {
    expect(follow([down, up, down, up], 2).flatMap(({ opened }) => opened)).toEqual([]);
  });

  it('neither begins nor ends slowness while the target is down', () => {
    const steps = follow([slow, slow, down, down, slow], 2);
    expect(steps.flatMap(({ opened }) => opened)).toEqual(['slow', 'outage']);
    expect(steps.at(-1)?.ended).toEqual(['outage']);
  });

  it('ends a missing meta tag when the tag is not asked for any more', () => {
    const missing = { ...up, metadata_found: false };
    expect(follow([missing, missing, up], 2).at(-1)?.ended).toEqual(['metadata']);
  });

  it('does not count a slow check of before an outage for one after it', () => {
    expect(follow([slow, down, slow], 2).flatMap(({ opened }) => opened)).toEqual([]);
  });

  it('requests an early check only while a problem is unconfirmed', () => {
    const isEarly = (streaks = noStreaks): boolean =>
      giveEarlyCheck({ ...streaks, failure_threshold: 2, recovery_threshold: 1 }, noEarlyChecks) !== null;
    const [first, second] = follow([down, down], 2);
    expect(isEarly(first?.streaks)).toBe(true);
    expect(isEarly(second?.streaks)).toBe(false);
    expect(isEarly()).toBe(false);
  });

  it('gives each problem as many early checks as confirm it, and no more', () => {
    const unconfirmed = { ...noStreaks, slow_streak: 1, failure_threshold: 3, recovery_threshold: 1 };
    const once = giveEarlyCheck(unconfirmed, noEarlyChecks) ?? noEarlyChecks;
    const twice = giveEarlyCheck(unconfirmed, once) ?? noEarlyChecks;
    expect([once, twice].map(({ confirming }) => confirming)).toEqual([
      { outage: 0, slow: 1, metadata: 0 },
      { outage: 0, slow: 2, metadata: 0 },
    ]);
    expect(giveEarlyCheck(unconfirmed, twice)).toBeNull();
    expect(giveEarlyCheck({ ...unconfirmed, outage_streak: 1 }, twice)?.confirming).toMatchObject({ outage: 1 });
  });

  it('treats a problem with an alert as confirmed, whatever the threshold was', () => {
    const stored = {
      outage_streak: 2,
      slow_streak: 9,
      metadata_streak: 0,
      failure_threshold: 5,
      recovery_threshold: 1,
    };
    expect(standingStreaks({ ...stored, outage_alert_id: 7, slow_alert_id: null, metadata_alert_id: null })).toEqual({
      outage_streak: 5,
      slow_streak: 4,
      metadata_streak: 0,
    });
  });
});

describe('the recovery of a monitor', () => {
  const eventsOf = (steps: ReturnType<typeof follow>) =>
    steps.flatMap(({ opened, ended }, at) => [
      ...opened.map((one) => `${at} ${one}`),
      ...ended.map((one) => `${at} ended ${one}`),
    ]);

  it('takes as many good checks in a row as the threshold says', () => {
    expect(eventsOf(follow([down, down, up, up, up, up], 2, 3))).toEqual(['1 outage', '4 ended outage']);
  });

  it('of a flapping target opens one problem, and ends it once', () => {
    const flapping = [down, down, up, up, down, up, down, down, up, up, down, up, up, up];
    expect(eventsOf(follow(flapping, 2, 3))).toEqual(['1 outage', '13 ended outage']);
  });

  it('counts anew after a check that says nothing about the problem', () => {
    expect(eventsOf(follow([slow, up, down, up, up], 1, 2))).toEqual([
      '0 slow',
      '2 outage',
      '4 ended outage',
      '4 ended slow',
    ]);
  });

  it('brings the next check forward after each good check but the last', () => {
    const steps = follow([down, up, up, down, up, up, up], 1, 3);
    const isEarly = steps.map(
      ({ streaks }) =>
        giveEarlyCheck({ ...streaks, failure_threshold: 1, recovery_threshold: 3 }, noEarlyChecks) !== null,
    );
    expect(isEarly).toEqual([false, true, true, false, true, true, false]);
  });

  it('has early checks of its own, beside those that confirmed the problem', () => {
    const thresholds = { failure_threshold: 2, recovery_threshold: 2 };
    const confirming = giveEarlyCheck({ ...noStreaks, ...thresholds, metadata_streak: 1 }, noEarlyChecks);
    const slowToo = { ...noStreaks, ...thresholds, metadata_streak: 2, slow_streak: 1 };
    const confirmed = giveEarlyCheck(slowToo, confirming ?? noEarlyChecks);
    const recovering = { ...noStreaks, ...thresholds, metadata_streak: -1 };
    expect(giveEarlyCheck(recovering, confirmed ?? noEarlyChecks)).toMatchObject({ ending: { metadata: 1 } });
  });

  it('keeps the recorded response of the check that ends it, and of none before', () => {
    const of = (outage_streak: number) => isDecidedNext({ ...confirmed, outage_streak });
    const confirmed = { slow_streak: 3, metadata_streak: 3, failure_threshold: 3, recovery_threshold: 3 };
    expect([3, -1, -2].map(of)).toEqual([false, false, true]);
  });

  it('needs one more good check at least when the threshold was lowered meanwhile', () => {
    const stored = { ...noStreaks, outage_streak: -5, failure_threshold: 2 };
    const alerts = { outage_alert_id: 7, slow_alert_id: null, metadata_alert_id: null };
    const lowered = [10, 3, 1].map((recovery_threshold) =>
      standingStreaks({ ...stored, ...alerts, recovery_threshold }),
    );
    expect(lowered.map(({ outage_streak }) => outage_streak)).toEqual([-5, -2, 2]);
    expect(standingStreaks({ ...stored, ...alerts, outage_alert_id: null, recovery_threshold: 3 })).toEqual(noStreaks);
  });
});

const anyThreshold = fc.integer({ min: 1, max: 10 });
const anyVerdict: fc.Arbitrary<CheckVerdict> = fc.record({
  is_up: fc.boolean(),
  is_slow: fc.boolean(),
  metadata_found: fc.option(fc.boolean()),
  error_message: fc.option(fc.constant('said')),
});

describe('any sequence of checks', () => {
  it('opens a problem only after so many checks that showed it, and only when it is not open', () => {
    fc.assert(
      fc.property(
        fc.array(anyVerdict, { maxLength: 60 }),
        anyThreshold,
        anyThreshold,
        (verdicts, threshold, recovery) => {
          const steps = follow(verdicts, threshold, recovery);
          for (const problem of problems) {
            const events = steps.flatMap(({ opened, ended }) => [
              ...(ended.includes(problem) ? ['ended'] : []),
              ...(opened.includes(problem) ? ['opened'] : []),
            ]);
            expect(events).toEqual(events.map((_, at) => (at % 2 === 0 ? 'opened' : 'ended')));
          }
          steps.forEach(({ opened, ended }, at) => {
            const since = verdicts.slice(Math.max(0, at - recovery + 1), at + 1);
            if (ended.includes('outage')) expect(since.map(({ is_up }) => is_up)).toEqual(Array(recovery).fill(true));
            if (!opened.includes('outage')) return;
            const before = verdicts.slice(Math.max(0, at - threshold + 1), at + 1);
            expect(before).toHaveLength(threshold);
            expect(before.every(({ is_up }) => !is_up)).toBe(true);
          });
        },
      ),
    );
  });

  it('comes to the same however the checks are split over restarts', () => {
    fc.assert(
      fc.property(fc.array(anyVerdict, { maxLength: 40 }), fc.nat(40), (verdicts, cut) => {
        const whole = follow(verdicts, 3, 3);
        const kept = whole[Math.min(cut, verdicts.length) - 1]?.streaks ?? noStreaks;
        const stored = JSON.parse(JSON.stringify(kept)) as typeof kept;
        const next = verdicts[Math.min(cut, verdicts.length)];
        if (!next) return;
        const after = advanceProblems(
          { ...stored, failure_threshold: 3, recovery_threshold: 3 },
          nothingOpen,
          next,
        ).streaks;
        expect(after).toEqual(whole[Math.min(cut, verdicts.length)]?.streaks);
      }),
    );
  });
});
