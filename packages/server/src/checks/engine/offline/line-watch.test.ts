import { beforeEach, describe, expect, it } from 'vitest';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import { finishedCheck, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { fault } from '../../probe/faults.ts';
import { createTrace } from '../../probe/tracing/trace.ts';
import type { CheckResult } from '../run-check.ts';
import type { LineNews, Wait } from './line.ts';
import { createLineWatch, type LineWatch } from './line-watch.ts';
import type { ReferenceTarget } from './references.ts';

const day = 24 * 60 * 60_000;
const reference = (host: string): ReferenceTarget => ({ host, port: 443 });

let clock: TestClock;
let line: LineWatch;
/** References that answer. */
let alive: Set<string>;
/** When each was asked, milliseconds of the test's clock. */
let asked: { host: string; at: number }[];
let watchedHosts: number;
let othersChecked: { silent: string[]; most: number }[];
let news: LineNews[];

beforeEach(() => {
  clock = createTestClock(testNow, () => new Promise(setImmediate));
  alive = new Set(['one', 'two']);
  asked = [];
  watchedHosts = 3;
  othersChecked = [];
  news = [];
  line = createLineWatch({
    clock,
    ask: async ({ host }) => {
      asked.push({ host, at: clock.monotonic() });
      return alive.has(host);
    },
    countHosts: () => watchedHosts,
    checkOthers: (silentHosts, most) => void othersChecked.push({ silent: [...silentHosts], most }),
    tell: (told) => void news.push(told),
  });
});

const refer = async (...hosts: string[]): Promise<void> => {
  line.setReferences(hosts.map(reference));
  await clock.advance(4_000);
  asked = [];
};

const target = (host: string): ProbeTarget => ({ kind: 'TCP_PORT', host, port: 1, expected_response: null });

/** The rule reads nothing of the check itself. */
const found = (is_unanswered: boolean): CheckResult => ({
  check: finishedCheck({ id: 1, revision: 1, created_at: testNow }),
  is_unanswered,
  trace: createTrace({ monotonic: () => 0 }, false),
});
const unanswered = found(true);
const answered = found(false);

/** A check of that host ends now. Returns what it came to, once it is known. */
function end(host: string, result: CheckResult, { id = 1, began = clock.monotonic() - 1, wait = noWait() } = {}) {
  const known: { result?: CheckResult } = {};
  const judged = line.judged({ monitor: { id, target: target(host) }, result, began, wait });
  void Promise.resolve(judged).then((came) => {
    known.result = came;
  });
  return known;
}
const noWait = (): Wait => ({ giveUp: null });
const offline = expect.objectContaining({ outcome: 'fault', fault: 'offline' });

/** Our line is dead, and that is known. */
async function goOffline(): Promise<void> {
  await refer('one', 'two');
  alive.clear();
  for (const host of ['a', 'b', 'c']) end(host, unanswered);
  await clock.advance(4_000);
  expect(news.at(-1)).toMatchObject({ state: 'offline' });
}

describe('what was answered', () => {
  it('is given back as it is, in the same turn, and asks nobody', async () => {
    await refer('one');
    expect(line.judged({ monitor: { id: 1, target: target('a') }, result: answered, began: 0, wait: noWait() })).toBe(
      answered,
    );
    await clock.advance(60_000);
    expect(asked).toEqual([]);
  });
});

describe('a target that dies', () => {
  it('is down at once when a reference answers, however many others are silent', async () => {
    await refer('one', 'two');
    const all = ['a', 'b', 'c', 'd'].map((host) => end(host, unanswered));
    await clock.advance(300);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered, unanswered]);
    expect(news).toEqual([{ state: 'answered', at: testNow }]);
  });

  it('is down when another target answers after it, and no reference is asked', async () => {
    await refer('one');
    const one = end('a', unanswered);
    await clock.advance(100);
    end('b', answered);
    await clock.advance(1_000);
    expect(one.result).toBe(unanswered);
    expect(asked).toEqual([]);
  });

  it('is down where no reference ever answered', async () => {
    alive.clear();
    await refer('one', 'two');
    const all = ['a', 'b', 'c'].map((host) => end(host, unanswered));
    await clock.advance(0);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
    expect(asked).toEqual([]);
  });

  it('is down where there is no reference', async () => {
    await refer('one');
    await refer();
    const one = end('a', unanswered);
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('is down in the end when no reference answers and no other host says anything', async () => {
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

describe('a dead line', () => {
  it('makes faults of what went unanswered on three hosts, the first of them too', async () => {
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

  it('is one of all hosts, where there are fewer', async () => {
    await refer('one');
    alive.clear();
    watchedHosts = 1;
    const one = end('a', unanswered);
    await clock.advance(3_000);
    expect(one.result).toBeUndefined();
    await clock.advance(1_000);
    expect(one.result).toEqual(offline);
  });

  it('is none while several checks of one host alone are silent', async () => {
    await refer('one');
    alive.clear();
    const both = [end('a', unanswered), end('A', unanswered, { id: 2 }), end('a', unanswered, { id: 3 })];
    await clock.advance(10_000);
    expect(both.map(({ result }) => result)).toEqual([undefined, undefined, undefined]);
    end('b', answered);
    await clock.advance(0);
    expect(both.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
  });

  it('has other hosts checked at once, when no reference answers', async () => {
    await refer('one');
    alive.clear();
    end('a', unanswered);
    await clock.advance(20_000);
    expect(othersChecked).toEqual([{ silent: ['a'], most: 2 }]);
  });

  it('is known by checks that could not be made without a route or a resolver, too', async () => {
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

  it('lasts until a reference answers, and then says how long it was and of which monitors it was', async () => {
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

  it('has more hosts checked at once when it is found, because their answers would end it', async () => {
    await goOffline();
    expect(othersChecked).toEqual([{ silent: ['a', 'b', 'c'], most: 3 }]);
  });

  it('ends with any answer of any target, and then says how long it was', async () => {
    await goOffline();
    await clock.advance(1_000);
    const near = end('near', answered);
    await clock.advance(0);
    expect(near.result).toBe(answered);
    expect(news.at(-1)).toEqual({ state: 'over', since: testNow + 4_000, ended: clock.now(), monitor_ids: [1] });
  });

  it('is not found again by references that stayed silent while a target answered', async () => {
    await goOffline();
    end('near', answered);
    await clock.advance(0);
    const told = news.length;
    const all = ['a', 'b', 'c'].map((host) => end(host, unanswered, { began: clock.monotonic() + 1 }));
    await clock.advance(10 * 60_000);
    expect(all.map(({ result }) => result)).toEqual([unanswered, unanswered, unanswered]);
    expect(news).toHaveLength(told);
  });

  it('is found again when references answer after it, as they do where the line had come back', async () => {
    await goOffline();
    alive.add('one');
    end('near', answered);
    await clock.advance(4_000);
    alive.clear();
    const again = ['a', 'b', 'c'].map((host) => end(host, unanswered));
    await clock.advance(4_000);
    expect(again.map(({ result }) => result)).toEqual([offline, offline, offline]);
  });

  it('is no target’s fault either where a check ends after it that began while it was dead', async () => {
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

  it('does not count for good: references that are silent for a day count no more', async () => {
    await goOffline();
    await clock.advance(day - 60_000);
    expect(news.at(-1)).toMatchObject({ state: 'offline' });
    await clock.advance(10 * 60_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
    const one = end('a', unanswered);
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('keeps no result from whoever ends its check', async () => {
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
  it('are asked at the start and daily, and one that did not answer then is not asked in suspicion', async () => {
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

  it('are asked sooner when none answered, as by a machine whose network is not up yet', async () => {
    alive.clear();
    await refer('one');
    alive.add('one');
    await clock.advance(64_000);
    expect(news).toMatchObject([{ state: 'answered' }]);
  });

  it('count on when the line dies just as they are asked by the day', async () => {
    await refer('one');
    await clock.advance(day - 4_000);
    alive.clear();
    await clock.advance(10_000);
    const one = [end('a', unanswered), end('b', unanswered), end('c', unanswered)];
    await clock.advance(4_000);
    expect(one.map(({ result }) => result)).toEqual([offline, offline, offline]);
  });

  it('that are changed while we are offline prove nothing until they answer', async () => {
    await goOffline();
    line.setReferences([reference('three')]);
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
    const one = end('a', unanswered, { began: clock.monotonic() + 1 });
    await clock.advance(0);
    expect(one.result).toBe(unanswered);
  });

  it('that are kept while we are offline keep what they proved', async () => {
    await goOffline();
    line.setReferences([reference('two'), reference('three')]);
    await clock.advance(60_000);
    expect(news.at(-1)).toMatchObject({ state: 'offline' });
    alive.add('two');
    await clock.advance(9_000);
    expect(news.at(-1)).toMatchObject({ state: 'over' });
  });

  it('that never settle do not keep a result waiting for more than 3 s', async () => {
    line = createLineWatch({
      ...{ clock, countHosts: () => 1, checkOthers: () => undefined, tell: (told) => void news.push(told) },
      ask: () => (alive.size > 0 ? Promise.resolve(true) : new Promise(() => undefined)),
    });
    await refer('one');
    alive.clear();
    const one = end('a', unanswered);
    await clock.advance(3_300);
    expect(one.result).toEqual(offline);
  });
});
