import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { generalSettings } from '../../../storage/settings/general-settings-store.ts';
import { testNow } from '../../../testing/rows.ts';
import { startHttpSink } from '../../../testing/sinks/http-sink.ts';
import type { Sink } from '../../../testing/sinks/sink.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { threadTrouble } from '../../health/health-conditions.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';

const minute = 60_000;

let test: TestStorage;
let clock: TestClock;
let sink: Sink<string>;
let status: number;
let heartbeat: Heartbeat;
let trouble: () => string | null;
let logged: string[];

beforeEach(async () => {
  test = await openTestStorage();
  status = 200;
  sink = await startHttpSink(({ method, url }) => ({
    status,
    headers: status === 302 ? { location: '/elsewhere' } : {},
    body: 'OK',
    message: `${method} ${url.pathname}${url.search}`,
  }));
  clock = createTestClock(testNow, async () => undefined);
  trouble = () => null;
  logged = [];
  const log = (fields: object, message: string): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  heartbeat = createHeartbeat({
    db: test.db,
    clock,
    dialer: createDialer(),
    unhealthyReason: async () => trouble(),
    log: { info: log, warn: log },
  });
  heartbeat.start();
});
afterEach(async () => {
  await heartbeat.stop();
  await sink.close();
  await test.close();
});

const setUrl = async (heartbeat_url: string): Promise<void> =>
  generalSettings.save(test.db, { ...(await generalSettings.read(test.db)), heartbeat_url });
const useSink = () => setUrl(`http://127.0.0.1:${sink.port}/ping/secret-token?a=b`);

/** Triggers the next beat and waits for it. */
async function beat(count: number): Promise<void> {
  await clock.advance(minute);
  await expect.poll(() => sink.messages.length).toBe(count);
}

it('requests the URL every minute while healthy, and nothing without a URL', async () => {
  await clock.advance(minute);
  await useSink();
  await beat(1);
  await beat(2);
  expect(sink.messages).toEqual(['GET /ping/secret-token?a=b', 'GET /ping/secret-token?a=b']);
  await setUrl('');
  await clock.advance(minute);
  await clock.advance(minute);
  expect(sink.messages).toHaveLength(2);
  expect(logged).toEqual([]);
});

it('stops within 60 s when the scheduler is stuck', async () => {
  await useSink();
  let isStuck = false;
  let heardAt = 0;
  let asked = 0;
  trouble = () => {
    asked += 1;
    if (!isStuck) heardAt = clock.monotonic();
    return threadTrouble({ is_running: true, last_heard_at: heardAt }, clock.monotonic());
  };
  await beat(1);
  await beat(2);
  isStuck = true;
  asked = 0;
  // No beat follows in a minute while the previous one is under way.
  const passMinute = async (): Promise<void> => clock.advance(minute);
  await expect.poll(() => passMinute().then(() => asked)).toBeGreaterThan(3);
  expect(sink.messages).toHaveLength(2);
  isStuck = false;
  await expect.poll(() => passMinute().then(() => sink.messages.length)).toBeGreaterThan(2);
});

it('follows no redirect, and logs the first failure and the recovery, without the URL', async () => {
  await useSink();
  status = 302;
  await beat(1);
  await expect.poll(() => logged.length).toBe(1);
  status = 500;
  await beat(2);
  status = 200;
  await beat(3);
  await expect.poll(() => logged.length).toBe(2);
  expect(logged).toEqual([
    'The heartbeat URL could not be fetched {"reason":"it answered 302"}',
    'The heartbeat URL could be fetched again {}',
  ]);
  expect(logged.join()).not.toContain('secret-token');
});

it('gives up on a server that hangs after 10 s, and continues', async () => {
  await useSink();
  sink.behaviour = 'hang';
  await clock.advance(5_000);
  await expect.poll(() => sink.open()).toBe(1);
  await clock.advance(10_000);
  await expect
    .poll(() => logged)
    .toEqual(['The heartbeat URL could not be fetched {"reason":"no answer within 10 s"}']);
  sink.behaviour = 'accept';
  await beat(1);
});

it('is ended by a stop, also while a server hangs', async () => {
  await useSink();
  sink.behaviour = 'hang';
  await clock.advance(5_000);
  await expect.poll(() => sink.open()).toBe(1);
  await heartbeat.stop();
  expect(logged).toEqual([]);
});
