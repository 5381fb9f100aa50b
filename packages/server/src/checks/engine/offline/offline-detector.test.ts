import { beforeEach, describe, expect, it } from 'vitest';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import { finishedCheck, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { fault } from '../../probe/faults.ts';
import { createTrace } from '../../probe/tracing/trace.ts';
import type { CheckResult } from '../run-check.ts';
import { createOfflineDetector, type OfflineDetector } from './offline-detector.ts';
import type { ReferenceTarget } from './references.ts';
import type { UplinkNews, Wait } from './uplink-news.ts';

const day = 24 * 60 * 60_000;
const reference = (host: string): ReferenceTarget => ({ host, port: 443 });

let clock: TestClock;
let detector: OfflineDetector;
/** References that answer. */
let alive: Set<string>;
/** Connection attempts to references, with times in milliseconds of the test's clock. */
let asked: { host: string; at: number }[];
let watchedHosts: number;
let othersChecked: { silent: string[]; most: number }[];
let news: UplinkNews[];

beforeEach(() => {
  clock = createTestClock(testNow, () => new Promise(setImmediate));
  alive = new Set(['one', 'two']);
  asked = [];
  watchedHosts = 3;
  othersChecked = [];
  news = [];
  detector = createOfflineDetector({
    clock,
    ask: async ({ host }) => {
      asked.push({ host, at: clock.monotonic() });
      return alive.has(host);
    },
    countHosts: () => watchedHosts,
    checkOthers: (silentHosts, most) => void othersChecked.push({ silent: [...silentHosts], most }),
    report: (one) => void news.push(one),
  });
});

const refer = async (...hosts: string[]): Promise<void> => {
  detector.setReferences(hosts.map(reference));
  await clock.advance(4_000);
  asked = [];
};

const target = (host: string): ProbeTarget => ({ kind: 'TCP_PORT', host, port: 1, expected_response: null });

/** The detector does not use the check itself. */
const found = (is_unanswered: boolean): CheckResult => ({
  check: finishedCheck({ id: 1, revision: 1, created_at: testNow }),
  is_unanswered,
  trace: createTrace({ monotonic: () => 0 }, false),
});
const unanswered = found(true);
const answered = found(false);

/** Ends a check of the host now. Returns its result once it is settled. */
function end(host: string, result: CheckResult, { id = 1, began = clock.monotonic() - 1, wait = noWait() } = {}) {
  const known: { result?: CheckResult } = {};
  const settled = detector.settle({ monitor: { id, target: target(host) }, result, began, wait });
  void Promise.resolve(settled).then((came) => {
    known.result = came;
  });
  return known;
}
const noWait = (): Wait => ({ giveUp: null });
const offline = expect.objectContaining({ outcome: 'fault', fault: 'offline' });

/** Makes the detector find out that Upvigil is offline. */
async function goOffline(): Promise<void> {
  await refer('one', 'two');
  alive.clear();
  for (const host of ['a', 'b', 'c']) end(host, unanswered);
  await clock.advance(4_000);
  expect(news.at(-1)).toMatchObject({ state: 'offline' });
}

describe('an answered check', () => {
  it('is returned at once, and connects to no reference', async () => {
    await refer('one');
    expect(
      detector.settle({ monitor: { id: 1, target: target('a') }, result: answered, began: 0, wait: noWait() }),
    ).toBe(answered);
    await clock.advance(60_000);
    expect(asked).toEqual([]);
  });
});

describe('a target that goes down', () => {
  it('is down at once when a reference answers, however many others are silent', async () => {
    await refer('one', 'two');
    const all = ['a', 'b', 'c', 'd'].map((host) => end(host, unanswered));
    await clock.advance(300);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered, unanswered]);
    expect(news).toEqual([{ state: 'answered', at: testNow }]);
  });

  it('is down when another target answers after it, and no reference is connected to', async () => {
    await refer('one');
    const one = end('a', unanswered);
    await clock.advance(100);
    end('b', answered);
    await clock.advance(1_000);
    expect(one.result).toBe(unanswered);
    expect(asked).toEqual([]);
  });

  it('is down when no reference ever answered', async () => {
    alive.clear();
    await refer('one', 'two');
    const all = ['a', 'b', 'c'].map((host) => end(host, unanswered));
    await clock.advance(0);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
    expect(asked).toEqual([]);
  });

  it('is down when there is no reference', async () => {
    await refer('one');
    await refer();
    const one = end('a', unanswered);
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('is down after a minute when no reference and no other host answers', async () => {
    await refer('one');
    alive.clear();
    const one = end('a', unanswered);
    await clock.advance(58_000);
    expect(one.result).toBeUndefined();
    await clock.advance(8_000);
    expect(one.result).toBe(unanswered);
    expect(news).toHaveLength(1);
  });
});

describe('an offline period', () => {
  it('turns unanswered checks of three hosts into faults, the first one too', async () => {
    await refer('one', 'two');
    alive.clear();
    const first = end('a', unanswered, { id: 7 });
    await clock.advance(20_000);
    const second = end('b', unanswered, { id: 8 });
    await clock.advance(5_000);
    expect([first.result, second.result]).toEqual([undefined, undefined]);
    const third = end('c', unanswered, { id: 9 });
    await clock.advance(5_000);
    expect([first.result, second.result, third.result]).toEqual([offline, offline, offline]);
    expect(news.at(-1)).toEqual({ state: 'offline', since: testNow + 4_000 });
  });

  it('needs all hosts when there are fewer than three', async () => {
    await refer('one');
    alive.clear();
    watchedHosts = 1;
    const one = end('a', unanswered);
    await clock.advance(3_000);
    expect(one.result).toBeUndefined();
    await clock.advance(1_000);
    expect(one.result).toEqual(offline);
  });

  it('does not begin when several checks of one host are silent', async () => {
    await refer('one');
    alive.clear();
    const both = [end('a', unanswered), end('A', unanswered, { id: 2 }), end('a', unanswered, { id: 3 })];
    await clock.advance(10_000);
    expect(both.map(({ result }) => result)).toEqual([undefined, undefined, undefined]);
    end('b', answered);
    await clock.advance(0);
    expect(both.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
  });

  it('checks other hosts at once when no reference answers', async () => {
    await refer('one');
    alive.clear();
    end('a', unanswered);
    await clock.advance(20_000);
    expect(othersChecked).toEqual([{ silent: ['a'], most: 2 }]);
  });

  it('begins with checks that have no route or resolver, too', async () => {
    await refer('one');
    alive.clear();
    const noRoute = fault('no-route', 'none');
    const all = [end('a', noRoute), end('b', fault('resolver', 'silent')), end('c', fault('memory', 'out'))];
    await clock.advance(0);
    expect(all.map(({ result }) => (result && 'fault' in result ? result.fault : null))).toEqual([
      ...['no-route', 'resolver', 'memory'],
    ]);
    await clock.advance(4_000);
    expect(news).toHaveLength(1);
    const last = end('c', unanswered);
    await clock.advance(4_000);
    expect(last.result).toEqual(offline);
  });

  it('lasts until a reference answers, and reports its length and monitors', async () => {
    await goOffline();
    const began = clock.now();
    const meanwhile = end('d', unanswered, { id: 4 });
    await clock.advance(0);
    expect(meanwhile.result).toEqual(offline);
    await clock.advance(10 * 60_000);
    expect(news.at(-1)).toMatchObject({ state: 'offline' });
    alive.add('two');
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over', since: testNow + 4_000, monitor_ids: [1, 4] });
    expect((news.at(-1) as { ended: number }).ended).toBeGreaterThan(began + 10 * 60_000);
  });

  it('checks more hosts at once when it begins, because their answers would end it', async () => {
    await goOffline();
    expect(othersChecked).toEqual([{ silent: ['a', 'b', 'c'], most: 3 }]);
  });

  it('ends with any answer of any target, and reports its length', async () => {
    await goOffline();
    await clock.advance(1_000);
    const near = end('near', answered);
    await clock.advance(0);
    expect(near.result).toBe(answered);
    expect(news.at(-1)).toEqual({ state: 'over', since: testNow + 4_000, ended: clock.now(), monitor_ids: [1] });
  });

  it('does not begin again by references that stayed silent while a target answered', async () => {
    await goOffline();
    end('near', answered);
    await clock.advance(0);
    const before = news.length;
    const all = ['a', 'b', 'c'].map((host) => end(host, unanswered, { began: clock.monotonic() + 1 }));
    await clock.advance(10 * 60_000);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
    expect(news).toHaveLength(before);
  });

  it('begins again after references answered', async () => {
    await goOffline();
    alive.add('one');
    end('near', answered);
    await clock.advance(4_000);
    alive.clear();
    const again = ['a', 'b', 'c'].map((host) => end(host, unanswered));
    await clock.advance(4_000);
    expect(again.map(({ result }) => result)).toEqual([offline, offline, offline]);
  });

  it('covers a check that began in it and ends after it', async () => {
    await goOffline();
    const began = clock.monotonic();
    alive.add('one');
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
    const late = end('a', unanswered, { began });
    const later = end('b', unanswered, { began: clock.monotonic() });
    await clock.advance(300);
    expect(late.result).toEqual(offline);
    expect(later.result).toBe(unanswered);
  });

  it('ends after a day: references that are silent for so long do not count', async () => {
    await goOffline();
    await clock.advance(day - 60_000);
    expect(news.at(-1)).toMatchObject({ state: 'offline' });
    await clock.advance(10 * 60_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
    const one = end('a', unanswered);
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('lets a check be ended while its result waits', async () => {
    await refer('one');
    alive.clear();
    const wait = noWait();
    const one = end('a', unanswered, { wait });
    wait.giveUp?.(fault('shutting-down', 'enough'));
    await clock.advance(0);
    expect(one.result).toMatchObject({ fault: 'shutting-down' });
  });
});

describe('references', () => {
  it('are tested at the start and daily, and only those that answered count', async () => {
    alive.delete('two');
    await refer('one', 'two');
    end('a', unanswered);
    await clock.advance(500);
    expect(asked.map(({ host }) => host)).toEqual(['one']);
    asked = [];
    alive.add('two');
    await clock.advance(day);
    expect(asked.map(({ host }) => host)).toEqual(['one', 'two']);
  });

  it('are tested sooner when none answered', async () => {
    alive.clear();
    await refer('one');
    alive.add('one');
    await clock.advance(64_000);
    expect(news).toMatchObject([{ state: 'answered' }]);
  });

  it('still count when the uplink fails during the daily test', async () => {
    await refer('one');
    await clock.advance(day - 4_000);
    alive.clear();
    await clock.advance(10_000);
    const one = [end('a', unanswered), end('b', unanswered), end('c', unanswered)];
    await clock.advance(4_000);
    expect(one.map(({ result }) => result)).toEqual([offline, offline, offline]);
  });

  it('that are changed while offline prove nothing until they answer', async () => {
    await goOffline();
    detector.setReferences([reference('three')]);
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
    const one = end('a', unanswered, { began: clock.monotonic() + 1 });
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('that are kept while offline still count', async () => {
    await goOffline();
    detector.setReferences([reference('two'), reference('three')]);
    await clock.advance(60_000);
    expect(news.at(-1)).toMatchObject({ state: 'offline' });
    alive.add('two');
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
  });

  it('that never settle do not keep a result waiting for more than 3 s', async () => {
    detector = createOfflineDetector({
      clock,
      countHosts: () => 1,
      checkOthers: () => undefined,
      report: (one) => void news.push(one),
      ask: () => (alive.size > 0 ? Promise.resolve(true) : new Promise(() => undefined)),
    });
    await refer('one');
    alive.clear();
    const one = end('a', unanswered);
    await clock.advance(3_300);
    expect(one.result).toEqual(offline);
  });
});
