import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProbeOutcome, ProbeTarget, WatchedMonitor } from '../../../base/domain/check.ts';
import { engineTools } from '../../../testing/engine-tools.ts';
import { testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { watchedForTest } from '../../../testing/watched-monitor.ts';
import { createDialer } from '../../probe/dialing/dialer.ts';
import { nothingMeasured, silent } from '../../probe/failure-text.ts';
import { createProbeLoop, type ProbeLoop } from '../probe-loop.ts';
import { createResultBatch, type ResultBatch } from '../result-batch.ts';
import type { FromThread } from '../thread/thread-messages.ts';
import type { UplinkNews } from './uplink-news.ts';

const hour = 3_600_000;
const up: ProbeOutcome = { outcome: 'up', ...nothingMeasured, response_time_us: 1000 };

let clock: TestClock;
let loop: ProbeLoop;
let batch: ResultBatch;
let posted: FromThread[];
let news: UplinkNews[];
let isLineDead: boolean;
/** Hosts that are down while Upvigil is online. */
let dead: Set<string>;
let probed: string[];

beforeEach(() => {
  clock = createTestClock(testNow, () => new Promise(setImmediate));
  posted = [];
  news = [];
  isLineDead = false;
  dead = new Set();
  probed = [];
  batch = createResultBatch((message) => posted.push(message));
  const dial = async (): Promise<Socket> => {
    if (isLineDead) throw new Error('no answer');
    return new Socket();
  };
  const probe = async (target: ProbeTarget): Promise<ProbeOutcome> => {
    const host = target.kind === 'TCP_PORT' ? target.host : '';
    probed.push(host);
    return isLineDead || dead.has(host) ? silent('timed out after 10 s while connecting') : up;
  };
  const tools = { ...engineTools(clock), probe, dialer: { ...createDialer(), dial } };
  loop = createProbeLoop(tools, batch, (one) => news.push(one));
});
afterEach(() => loop.pause());

const monitor = (id: number, host: string, next_due_at: number, given: Partial<WatchedMonitor> = {}): WatchedMonitor =>
  watchedForTest(id, {
    next_due_at,
    check_interval_seconds: 3600,
    target: { kind: 'TCP_PORT', host, port: 1, expected_response: null },
    ...given,
  });

async function watch(...monitors: WatchedMonitor[]): Promise<void> {
  loop.setReferences([{ host: 'reference', port: 443 }]);
  await clock.advance(1_000);
  loop.watch(monitors);
}

const results = () => {
  batch.flush();
  const all = posted.filter((message) => message.type === 'results');
  return { finished: all.flatMap(({ finished }) => finished), faulted: all.flatMap(({ faulted }) => faulted) };
};

it('checks other hosts at once after the first silent one', async () => {
  await watch();
  isLineDead = true;
  const later = testNow + hour;
  loop.watch([monitor(1, 'a', testNow), monitor(2, 'b', later), monitor(3, 'b', later), monitor(4, 'c', later)]);
  await expect.poll(() => probed).toEqual(['a']);
  await clock.advance(10_000);
  expect(probed).toEqual(['a', 'b', 'c']);
  expect(news.at(-1)).toMatchObject({ state: 'offline' });
  const { finished, faulted } = results();
  expect(finished).toEqual([]);
  expect(faulted.map(({ monitor_id, fault }) => [monitor_id, fault]).toSorted()).toEqual([
    [1, 'offline'],
    [2, 'offline'],
    [4, 'offline'],
  ]);
});

it('grows no streak while offline: the first failure after it confirms nothing', async () => {
  await watch(monitor(1, 'a', testNow));
  await expect.poll(() => probed.length).toBe(1);
  isLineDead = true;
  for (let checks = 0; checks < 4; checks++) {
    const checked = loop.checkNow(monitor(1, 'a', testNow));
    await clock.advance(4_000);
    expect(await checked).toMatchObject({ fault: 'offline' });
  }
  isLineDead = false;
  dead.add('a');
  await clock.advance(10_000);
  expect(news.at(-1)).toMatchObject({ state: 'over', monitor_ids: [1] });
  const first = loop.checkNow(monitor(1, 'a', testNow));
  await clock.advance(1_000);
  expect(await first).toMatchObject({ is_up: false, evidence: null });
  const second = loop.checkNow(monitor(1, 'a', testNow));
  await clock.advance(1_000);
  // The threshold is two, so the second check confirms the problem and has a recorded response.
  expect(await second).toMatchObject({ is_up: false, evidence: expect.anything() });
});

it('checks a monitor again soon, as after any fault', async () => {
  await watch(monitor(1, 'a', testNow));
  await expect.poll(() => probed.length).toBe(1);
  isLineDead = true;
  const checked = loop.checkNow(monitor(1, 'a', testNow));
  await clock.advance(4_000);
  await checked;
  clock.leap(6_000);
  expect(loop.stats().overdue_ms).toBeGreaterThan(0);
});
