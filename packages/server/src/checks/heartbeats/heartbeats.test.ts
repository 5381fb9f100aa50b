import { minuteMs, secondMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { noRuns as noMaintenance } from '../../base/domain/maintenance.ts';
import { makeHeartbeat } from '../../testing/heartbeat-rows.ts';
import { countStreaks } from '../../testing/recorder-lab.ts';
import { testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { hashOfKey } from './heartbeat-store.ts';
import { createHeartbeats, type Heartbeats, type HeartbeatsOptions } from './heartbeats.ts';

let opened: TestStorage;
let clock: TestClock;
let running: Heartbeats[];
beforeEach(async () => {
  opened = await openTestStorage();
  running = [];
  clock = createTestClock(testNow, () => Promise.all(running.map((one) => one.settled())));
});
afterEach(async () => {
  for (const one of running) await one.stop();
  await opened.close();
});

const dueMs = 2 * minuteMs;

let count = 0;
/** A process of the program. */
async function startProcess(
  given: Partial<Pick<HeartbeatsOptions, 'acceptsPings' | 'sweeps' | 'onError'>> = {},
): Promise<Heartbeats> {
  count += 1;
  const one = createHeartbeats({
    db: opened.db,
    clock,
    changes: createChangeFeed(() => undefined),
    raiseAlerts: countStreaks,
    runsAt: noMaintenance,
    afterRecorded: () => undefined,
    processId: `process-${count}`,
    isShared: opened.storage.dialect === 'postgres',
    acceptsPings: true,
    sweeps: true,
    onError(error) {
      throw error;
    },
    ...given,
  });
  await one.start();
  running.push(one);
  return one;
}

/** Ends a process without a word, as `kill -9` does. */
async function kill(one: Heartbeats): Promise<void> {
  running = running.filter((other) => other !== one);
  await one.pause();
}

async function ping(one: Heartbeats): Promise<void> {
  const sent = one.receive({
    key_hash: hashOfKey('nightly-backup'),
    type: 'success',
    at: clock.now(),
    code: null,
    rid: null,
    text: null,
    counts_as_post: true,
    response_time_us: null,
  });
  await clock.advance(100);
  expect(await sent).toBe('recorded');
}

const results = async (): Promise<number[]> =>
  (await opened.db.selectFrom('checks').select('is_up').orderBy('id').execute()).map(({ is_up }) => is_up);

describe('4. Upvigil stopped over a due time: neither DOWN nor lost uptime. The next missed run is one failure', () => {
  it.each([
    ['by SIGTERM for 3 s', (one: Heartbeats) => one.stop()],
    ['by kill -9', kill],
  ])('%s', async (_how, end) => {
    await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
    const first = await startProcess();
    await ping(first);
    await clock.advance(dueMs + 20 * secondMs);
    await end(first);
    running = running.filter((one) => one !== first);
    await clock.advance(3 * secondMs);
    await startProcess();
    await clock.advance(dueMs);
    expect(await results()).toEqual([1]);
    await clock.advance(90 * secondMs);
    expect(await results()).toEqual([1, 0]);
  });

  it('and counts a run that another process could have received', async () => {
    await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
    const first = await startProcess();
    await startProcess();
    await ping(first);
    await clock.advance(dueMs + 20 * secondMs);
    await kill(first);
    await clock.advance(30 * secondMs);
    await startProcess();
    await clock.advance(minuteMs);
    expect(await results()).toEqual([1, 0]);
  });

  it('and the same for a jump of the clock, and for a process that stood still', async () => {
    await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
    await ping(await startProcess());
    await clock.advance(dueMs - 10 * secondMs);
    clock.leap(90 * secondMs);
    await clock.advance(minuteMs);
    expect(await results()).toEqual([1]);
  });
});

it('adds the time in which it listened to what was observed, without a gap and a disabled time', async () => {
  await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 600, grace: 60 } });
  const first = await startProcess();
  await ping(first);
  await clock.advance(minuteMs);
  await first.stop();
  running = [];
  const disabled = { monitor_id: 1, from_at: clock.now() + 10 * secondMs, until_at: clock.now() + 40 * secondMs };
  await opened.db.insertInto('disabled_periods').values(disabled).execute();
  await clock.advance(30 * secondMs);
  const second = await startProcess();
  await clock.advance(30 * secondMs);
  await ping(second);
  const [day] = await opened.db.selectFrom('rollups_daily').select(['checks', 'observed_seconds']).execute();
  expect(day).toEqual({ checks: 2, observed_seconds: 80 });
});

it('lets a worker find missed runs, and wait for the records of the processes that accept pings', async () => {
  await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
  const web = await startProcess({ sweeps: false });
  await startProcess({ acceptsPings: false });
  await ping(web);
  await clock.advance(dueMs + minuteMs - secondMs);
  expect(await results()).toEqual([1]);
  await clock.advance(30 * secondMs);
  expect(await results()).toEqual([1, 0]);
});

it('7. Two workers record one missed run', async () => {
  await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
  const first = await startProcess();
  await startProcess();
  await ping(first);
  await clock.advance(dueMs + 75 * secondMs);
  expect(await results()).toEqual([1, 0]);
});

it('counts nothing that was due before all data was replaced', async () => {
  await makeHeartbeat(opened.db, 'nightly-backup', { options: { period: 120, grace: 60 } });
  const first = await startProcess();
  await ping(first);
  await first.pause();
  await clock.advance(dueMs + 75 * secondMs);
  // As a restore of this moment's backup does.
  await opened.db.deleteFrom('listening_periods').execute();
  await first.resume();
  await clock.advance(minuteMs);
  expect(await results()).toEqual([1]);
});

it('stops although the database cannot store that it no longer listens', async () => {
  const errors: unknown[] = [];
  const one = await startProcess({ onError: (error) => void errors.push(error) });
  await opened.db.schema.dropTable('listening_periods').execute();
  await one.stop();
  expect(errors).toHaveLength(1);
});
