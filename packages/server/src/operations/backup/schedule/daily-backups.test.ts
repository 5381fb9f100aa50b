import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BackupScheduleSettings } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/contract/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, createChangeFeed } from '../../../base/domain/change-feed.ts';
import { makeWebsite, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { backupsDir } from '../backup-files.ts';
import type { Backups } from '../backups.ts';
import { testBackups } from '../testing/test-backups.ts';
import { createDailyBackups, type DailyBackups } from './daily-backups.ts';
import { backupScheduleStore, scheduleStateStore } from './schedule-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let test: TestStorage;
let clock: TestClock;
let schedules: DailyBackups[];
let changes: Partial<Change>[];
let backups: Backups;

beforeEach(async () => {
  test = await openTestStorage();
  schedules = [];
  changes = [];
  clock = createTestClock(testNow, () => Promise.all(schedules.map((each) => each.settled())));
  backups = testBackups(test, { clock });
  await plan({});
});
afterEach(async () => {
  await Promise.all(schedules.map((each) => each.stop()));
  await test.close();
});

/** 13:00, an hour after the tests' time. */
const plan = (given: Partial<BackupScheduleSettings>) =>
  backupScheduleStore.save(test.db, { enabled: true, time: '13:00', time_zone: 'UTC', keep: 2, ...given });

function start(alone: Backups['alone'] = backups.alone): DailyBackups {
  const feed = createChangeFeed(() => undefined);
  feed.subscribe((change) => changes.push(change));
  const schedule = createDailyBackups({
    storage: test.storage,
    dataDir: test.folder,
    clock,
    changes: feed,
    backups: { alone },
    log: { info: () => undefined, error: () => undefined },
  });
  schedules.push(schedule);
  schedule.start();
  return schedule;
}
const names = (): string[] =>
  (existsSync(backupsDir(test.folder)) ? readdirSync(backupsDir(test.folder)) : [])
    .filter((name) => !name.startsWith('.'))
    .sort();
const notices = () => test.db.selectFrom('notices').select(['kind', 'message', 'ended_at']).orderBy('id').execute();
const failing =
  (reason: string): Backups['alone'] =>
  (work) =>
    backups.alone(() =>
      work(async () => {
        throw new RequestError('unavailable', reason);
      }),
    );
const daily = (date: string): string => `daily_2026${date}T130000Z.tar.gz`;

describe('the daily backup', () => {
  it('is made at its time, once by several processes, and shown', async () => {
    const schedule = start();
    start();
    await clock.advance(hour - minute);
    expect(names()).toEqual([]);
    expect(await schedule.describe()).toMatchObject({ next_at: '2026-03-10T13:00:00.000Z', last_at: null, names: [] });
    await clock.advance(2 * minute);
    expect(names()).toEqual([daily('0310')]);
    expect(await schedule.describe()).toEqual({
      enabled: true,
      time: '13:00',
      time_zone: 'UTC',
      keep: 2,
      next_at: '2026-03-11T13:00:00.000Z',
      last_at: '2026-03-10T13:00:00.000Z',
      last_error: null,
      names: [daily('0310')],
    });
  });

  it('is off by default, and ends when it is switched off', async () => {
    await plan({ enabled: false });
    const schedule = start();
    await clock.advance(2 * day);
    expect(await backups.list()).toEqual([]);
    expect(await schedule.describe()).toMatchObject({ next_at: null });
  });

  it('keeps the newest of its own, and everything made by hand', async () => {
    const byHand = await backups.create('daily');
    start();
    await clock.advance(4 * day);
    expect(names()).toEqual([byHand.name, daily('0312'), daily('0313')].sort());
  });

  it('keeps a file that somebody put in the place of one of its own', async () => {
    start();
    await clock.advance(hour + minute);
    writeFileSync(path.join(backupsDir(test.folder), daily('0310')), 'copied by hand');
    await clock.advance(3 * day);
    expect(names()).toEqual([daily('0310'), daily('0312'), daily('0313')]);
  });

  it('deletes down to a lowered number only after the next success', async () => {
    start();
    await clock.advance(day + hour + minute);
    await plan({ keep: 1 });
    await clock.advance(22 * hour);
    expect(names()).toHaveLength(2);
    await clock.advance(2 * hour);
    expect(names()).toEqual([daily('0312')]);
  });

  it('is made late after a stop at its time, and not again after a start', async () => {
    const first = start();
    await clock.advance(hour - minute);
    await first.stop();
    clock.leap(7 * hour);
    const second = start();
    await clock.advance(minute);
    expect(names()).toEqual(['daily_20260310T195900Z.tar.gz']);
    await second.stop();
    start();
    await clock.advance(hour);
    expect(names()).toHaveLength(1);
  });

  it('is recorded, not repeated, when a killed process completed its file', async () => {
    start();
    await clock.advance(minute);
    const left = await backups.create('daily');
    const state = await scheduleStateStore.read(test.db);
    const running = { owner: 'killed', name: left.name, until: 0 };
    await scheduleStateStore.save(test.db, { ...state, running });
    await clock.advance(hour);
    expect(names()).toEqual([left.name]);
    expect(await scheduleStateStore.read(test.db)).toMatchObject({ running: null, made: [{ name: left.name }] });
  });

  it('is not repeated when the clock is set back across its time', async () => {
    start();
    await clock.advance(hour + minute);
    clock.setBack(10 * minute);
    await clock.advance(hour);
    expect(names()).toHaveLength(1);
  });
});

describe('a failed daily backup', () => {
  it('opens a notice with reason and next attempt, is retried, and ends with the next success', async () => {
    const schedule = start(failing('The backup could not be written: the disk is full'));
    await clock.advance(hour + minute);
    const message =
      'the daily backup of 13:00 failed: The backup could not be written: the disk is full; next attempt at 14:00 (UTC)';
    expect(await notices()).toEqual([{ kind: 'backup_failed', message, ended_at: null }]);
    expect(changes).toContainEqual(expect.objectContaining({ has_deliveries: true }));
    expect(await schedule.describe()).toMatchObject({
      next_at: '2026-03-10T14:00:00.000Z',
      last_error: 'The backup could not be written: the disk is full',
    });
    await clock.advance(hour);
    expect((await notices())[0]?.message).toContain('next attempt at 15:00 (UTC)');
    await schedule.stop();
    start();
    await clock.advance(hour);
    expect(names()).toHaveLength(1);
    expect(await notices()).toMatchObject([{ ended_at: expect.any(Number) }]);
  });

  it.skipIf(process.getuid?.() === 0)('names a folder that cannot be written', async () => {
    const schedule = start();
    await backups.list();
    chmodSync(backupsDir(test.folder), 0o500);
    await clock.advance(hour + minute);
    chmodSync(backupsDir(test.folder), 0o700);
    expect((await schedule.describe()).last_error).toMatch(/backup folder/i);
  });

  it('leaves older ones and deletes a new one that cannot be read', async () => {
    const broken: Backups['alone'] = (work) =>
      backups.alone((create) =>
        work(async (given, onNamed) => {
          const backup = await create(given, onNamed);
          const file = path.join(backupsDir(test.folder), backup.name);
          writeFileSync(file, readFileSync(file).subarray(0, -700));
          return backup;
        }),
      );
    await plan({ keep: 1 });
    const sound = start();
    await clock.advance(hour + minute);
    await sound.stop();
    const schedule = start(broken);
    await clock.advance(day);
    expect(names()).toEqual([daily('0310')]);
    expect((await schedule.describe()).last_error).toMatch(/^The new backup could not be read: /);
  });

  it('ends with the schedule', async () => {
    start(failing('no'));
    await clock.advance(hour + minute);
    await plan({ enabled: false });
    await clock.advance(10 * minute);
    expect(await notices()).toMatchObject([{ ended_at: expect.any(Number) }]);
  });

  it('waits when even its failure cannot be stored', async () => {
    let attempts = 0;
    start((work) => {
      attempts += 1;
      return backups.alone(() => work(async () => Promise.reject(new Error('disk'))));
    });
    await test.db.schema.alterTable('notices').renameTo('away').execute();
    await clock.advance(hour + 10 * minute);
    expect(attempts).toBeLessThan(12);
    await test.db.schema.alterTable('away').renameTo('notices').execute();
    await clock.advance(2 * minute);
    expect(await notices()).toHaveLength(1);
  });
});

it('waits for a restore that runs', async () => {
  await makeWebsite(test.db);
  let release = (): void => undefined;
  const paused = new Promise<void>((resolve) => {
    release = resolve;
  });
  backups = testBackups(test, { clock, pauseChecks: () => paused });
  start();
  const { name } = await backups.create('old');
  const restored = backups.restoreStored(name);
  await expect.poll(() => backups.isRestoring()).toBe(true);
  const advanced = clock.advance(hour + minute);
  expect(names()).toEqual([name]);
  release();
  await restored;
  await advanced;
  expect(names().map((each) => each.split('_')[0])).toEqual(['before-restore', 'daily', 'old']);
});

it('keeps its past runs over a restore of an older backup', async () => {
  const schedule = start();
  const { name } = await backups.create('old');
  await clock.advance(hour + minute);
  const made = await schedule.describe();
  await backups.restoreStored(name);
  expect(await schedule.describe()).toMatchObject({ names: made.names, next_at: made.next_at });
});
