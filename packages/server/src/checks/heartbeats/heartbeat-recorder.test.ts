import { minuteMs, secondMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, createChangeFeed } from '../../base/domain/change-feed.ts';
import { noRuns as noMaintenance } from '../../base/domain/maintenance.ts';
import { makeHeartbeat } from '../../testing/heartbeat-rows.ts';
import { countStreaks } from '../../testing/recorder-lab.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createHeartbeatRecorder, type ReceivedPing } from './heartbeat-recorder.ts';
import { findPing, hashOfKey, listPings } from './heartbeat-store.ts';
import type { ListeningPast } from './listening-gaps.ts';

let opened: TestStorage;
let now: number;
let past: ListeningPast | null;
let published: Change[];
beforeEach(async () => {
  opened = await openTestStorage();
  now = testNow;
  past = null;
  published = [];
});
afterEach(() => opened.close());

function start() {
  const changes = createChangeFeed(() => undefined);
  changes.subscribe((change) => published.push(change));
  return createHeartbeatRecorder({
    db: opened.db,
    clock: { now: () => now, monotonic: () => now, after: () => () => undefined },
    changes,
    raiseAlerts: countStreaks,
    runsAt: noMaintenance,
    listeningPast: async () => past ?? { gaps: [], decidedUntil: now },
    earlierGaps: () => [],
    afterRecorded: () => undefined,
  });
}

const ping = (key: string, given: Partial<ReceivedPing> = {}): ReceivedPing => ({
  key_hash: hashOfKey(key),
  type: 'success',
  at: now,
  code: null,
  rid: null,
  text: null,
  counts_as_post: true,
  response_time_us: null,
  ...given,
});

const checks = () => opened.db.selectFrom('checks').selectAll().orderBy('id').execute();
const monitorOf = (id: number) =>
  opened.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a ping', () => {
  it('is recorded with its check, monitor and roll-ups before it is acknowledged', async () => {
    const id = await makeHeartbeat(opened.db, 'nightly-backup');
    expect(await start().recordPings([ping('nightly-backup', { text: 'done', response_time_us: 42_000 })])).toEqual([
      'recorded',
    ]);
    expect(await checks()).toMatchObject([{ monitor_id: id, is_up: 1, checked_at: now, response_time_us: 42_000 }]);
    expect(await monitorOf(id)).toMatchObject({ is_up: 1, last_check_time: now });
    expect(await listPings(opened.db, id)).toMatchObject([{ n: 1, type: 'success', received_at: now, text: 'done' }]);
    expect(published).toHaveLength(1);
  });

  it('to an unknown key, a disabled heartbeat, or by GET where only POST counts, changes nothing', async () => {
    const off = await makeHeartbeat(opened.db, 'disabled-job', { enabled: 0 });
    const strict = await makeHeartbeat(opened.db, 'strict-job-1', { options: { post_only: true } });
    const answers = await start().recordPings([
      ping('no-such-job1'),
      ping('disabled-job'),
      ping('strict-job-1', { counts_as_post: false }),
    ]);
    expect(answers).toEqual(['unknown', 'disabled', 'recorded']);
    expect(await checks()).toEqual([]);
    expect(await listPings(opened.db, off)).toMatchObject([{ n: 1, is_ignored: 1 }]);
    expect(await listPings(opened.db, strict)).toMatchObject([{ n: 1, is_ignored: 1 }]);
  });

  it('follows what others wrote since the ping before: an edit, and a check', async () => {
    const id = await makeHeartbeat(opened.db, 'nightly-backup');
    const one = start();
    const other = start();
    await one.recordPings([ping('nightly-backup')]);
    await other.recordPings([ping('nightly-backup', { type: 'fail' })]);
    await one.recordPings([ping('nightly-backup', { type: 'fail' })]);
    expect(await monitorOf(id)).toMatchObject({ is_up: 0, outage_streak: 2 });
    await opened.db
      .updateTable('stored_monitors')
      .set((eb) => ({ enabled: 0, revision: eb('revision', '+', 1) }))
      .execute();
    expect(await one.recordPings([ping('nightly-backup')])).toEqual(['disabled']);
    expect(await checks()).toHaveLength(3);
  });

  it('pairs several in one batch, in order', async () => {
    const id = await makeHeartbeat(opened.db, 'nightly-backup');
    await start().recordPings([
      ping('nightly-backup', { type: 'start' }),
      ping('nightly-backup', { type: 'fail', code: 2, at: now + 4 * minuteMs }),
    ]);
    expect(await listPings(opened.db, id)).toMatchObject([
      { n: 2, code: 2, runtime_ms: 4 * minuteMs },
      { n: 1, runtime_ms: null },
    ]);
    expect(await checks()).toMatchObject([{ is_up: 0, error_message: 'failed with exit code 2 after 4 min' }]);
  });

  it('keeps the newest 100, and the text of the newest 20', async () => {
    const id = await makeHeartbeat(opened.db, 'nightly-backup');
    const recorder = start();
    for (const many of [70, 60]) {
      await recorder.recordPings(
        Array.from({ length: many }, () => ping('nightly-backup', { type: 'log', text: 'x' })),
      );
    }
    const kept = await listPings(opened.db, id);
    expect(kept.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, at) => 130 - at));
    expect(kept.filter(({ text }) => text !== null).map(({ n }) => n)).toEqual(
      Array.from({ length: 20 }, (_, at) => 130 - at),
    );
    expect(await findPing(opened.db, id, 30)).toBeUndefined();
  });
});

describe('a missing ping', () => {
  const overdue = async (key: string): Promise<number> => {
    const id = await makeHeartbeat(opened.db, key);
    await start().recordPings([ping(key)]);
    return id;
  };

  it('is a failed check after the grace period', async () => {
    const id = await overdue('nightly-backup');
    now += 65 * minuteMs;
    await start().recordMissed();
    expect(await checks()).toHaveLength(1);
    now += secondMs;
    await start().recordMissed();
    await start().recordMissed();
    expect(await checks()).toMatchObject([
      { is_up: 1 },
      { is_up: 0, error_message: 'did not report: expected at 13:00 UTC, grace period 5 min' },
    ]);
    expect(await monitorOf(id)).toMatchObject({ is_up: 0, outage_streak: 1 });
  });

  it('is one failed check, although two processes find it at once', async () => {
    await overdue('nightly-backup');
    now += 66 * minuteMs;
    await Promise.all([start().recordMissed(), start().recordMissed()]);
    expect(await checks()).toHaveLength(2);
  });

  it('counts as nothing in a gap, and waits until it is decided who listened', async () => {
    await overdue('nightly-backup');
    const dueAt = now + 60 * minuteMs;
    now += 66 * minuteMs;
    past = { gaps: [], decidedUntil: dueAt };
    await start().recordMissed();
    expect(await checks()).toHaveLength(1);
    past = { gaps: [{ from: dueAt, to: dueAt + secondMs }], decidedUntil: now };
    await start().recordMissed();
    expect(await checks()).toHaveLength(1);
  });

  it('is recorded before a late ping', async () => {
    await overdue('nightly-backup');
    now += 70 * minuteMs;
    await start().recordPings([ping('nightly-backup')]);
    expect((await checks()).map(({ is_up }) => is_up)).toEqual([1, 0, 1]);
  });

  it('of hundreds of heartbeats at once is recorded in one sweep', async () => {
    const keys = Array.from({ length: 300 }, (_, at) => `job-number-${at}`);
    await opened.db.transaction().execute(async (trx) => {
      const { id: website_id } = await makeWebsite(trx);
      for (const key of keys) await makeHeartbeat(trx, key, { website_id });
    });
    await start().recordPings(keys.map((key) => ping(key)));
    now += 66 * minuteMs;
    await start().recordMissed();
    expect((await checks()).filter(({ is_up }) => is_up === 0)).toHaveLength(300);
  });
});
