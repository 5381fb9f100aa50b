import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listNotices } from '../../../alerts/notify/notices/notice-store.ts';
import { testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createNotices } from './notices.ts';
import { createStoredNotices, type NoticeStanding, type StoredNotices } from './stored-notices.ts';

const minute = 60_000;
let test: TestStorage;
let published: object[];
let now: number;
beforeEach(async () => {
  test = await openTestStorage();
  published = [];
  now = testNow;
});
afterEach(() => test.close());

const store = (machine = ''): StoredNotices =>
  createStoredNotices({
    db: test.db,
    clock: { now: () => now },
    machine,
    changes: { publish: (change) => void published.push(change) },
  });
const low: NoticeStanding = { kind: 'disk_low', beganAt: testNow, message: '150 MB free, 1 % of the disk' };
const well: NoticeStanding = { ...low, beganAt: null };
const notices = () => test.db.selectFrom('notices').select(['kind', 'message', 'began_at', 'ended_at']).execute();
/** Titles of the messages on one channel. */
const messages = async (): Promise<string[]> => {
  const rows = await test.db.selectFrom('messages').select('content').where('channel', '=', 'email').execute();
  return rows.map(({ content }) => JSON.parse(content).title);
};

describe('a notice of one process', () => {
  it('is stored once at its start, with the remedy, and once at its end', async () => {
    const stored = store();
    await stored.keep([low]);
    now += minute;
    await stored.keep([{ ...low, message: '140 MB free' }]);
    expect(await messages()).toEqual(['Notice: The disk is nearly full']);
    const row = await test.db.selectFrom('messages').select('content').executeTakeFirstOrThrow();
    expect(JSON.parse(row.content).text).toBe(`Disk of the data folder: ${low.message}\n${noticeRemedies.disk_low}\n`);
    await stored.keep([well]);
    await stored.keep([well]);
    expect(await messages()).toEqual(['Notice: The disk is nearly full', 'Resolved: The disk is nearly full']);
    expect(await notices()).toMatchObject([{ kind: 'disk_low', began_at: testNow, ended_at: now }]);
    expect(published).toEqual([{ has_deliveries: true }, { has_deliveries: true }]);
    expect(await listNotices(test.db, testNow)).toMatchObject([{ remedy: noticeRemedies.disk_low }]);
  });

  it('is known to the next process, which does not store it again', async () => {
    await store().keep([low]);
    const next = store();
    expect(await next.read()).toEqual([{ kind: 'disk_low', beganAt: testNow }]);
    await next.keep([{ ...low, message: null }]);
    await next.keep([low]);
    expect(await messages()).toHaveLength(1);
  });

  it('is unchanged by another machine, which has its own notice with its name', async () => {
    await store('worker-1').keep([low]);
    await store('worker-2').keep([well]);
    await store('worker-2').keep([low]);
    await store('worker-1').keep([well]);
    expect(await notices()).toMatchObject([
      { message: `Disk of the data folder on worker-1: ${low.message}`, ended_at: now },
      { message: `Disk of the data folder on worker-2: ${low.message}`, ended_at: null },
    ]);
  });

  it('about a condition that it does not check stays unchanged', async () => {
    await store().keep([low]);
    await store().keep([{ kind: 'clock_skew', beganAt: null, message: null }]);
    expect(await notices()).toMatchObject([{ kind: 'disk_low', ended_at: null }]);
  });
});

it('is stored despite an unavailable database and a killed process', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-stored-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let status: DiagnosticStatus = 'warn';
  let isAway = true;
  const errors: string[] = [];
  const start = () => {
    const clock = createTestClock(testNow, async () => undefined);
    const stored = store();
    const silent = () => undefined;
    const notices = createNotices({
      dataDir,
      clock,
      log: { info: silent, warn: silent, error: (_fields, message) => void errors.push(message) },
      looks: { checks_late: async () => ({ status, message: 'Checks start up to 5 s late', remedy: null }) },
      stored: { ...stored, read: () => (isAway ? Promise.reject(new Error('away')) : stored.read()) },
    });
    notices.start();
    onTestFinished(() => notices.stop());
    return {
      notices,
      eventually: (expected: string[]) =>
        expect
          .poll(async () => {
            await clock.advance(minute);
            return messages();
          })
          .toEqual(expected),
      pass: () => clock.advance(minute),
    };
  };
  const first = start();
  await first.pass();
  await expect.poll(() => errors[0]).toMatch(/^notices could not be stored/);
  isAway = false;
  await first.eventually(['Notice: Checks are late']);
  expect(first.notices.isOpen('checks_late')).toBe(true);
  expect(first.notices.isOpen('disk_low')).toBeNull();
  await first.notices.stop();

  // Even when the folder's file is lost.
  rmSync(path.join(dataDir, 'notices.json'), { force: true });
  status = 'ok';
  const second = start();
  await second.eventually(['Notice: Checks are late', 'Resolved: Checks are late']);
});
