import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/run-command.ts';
import { lockFile, withLock } from './lock.ts';

const subject = 'http://127.0.0.1:8080';
const now = 1_000_000_000;
/** No process has it: beyond what the kernel gives. */
const deadPid = 2 ** 30;

const holder = (change: object): string =>
  JSON.stringify({ pid: process.pid, host: hostname(), since: now, ...change });

test('the second one is refused while the first is at work, and goes ahead after it', async () => {
  const folder = temporaryFolder();
  let release = (): void => undefined;
  const first = withLock(
    { folder, subject, now },
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  await expect.poll(() => existsSync(lockFile({ folder, subject }))).toBe(true);
  await expect(withLock({ folder, subject, now }, async () => 'second')).rejects.toThrow(
    `Another upvigil backup command (process ${process.pid}) is at work for this server: try again when it is done`,
  );
  expect(await withLock({ folder, subject: 'http://elsewhere', now }, async () => 'other server')).toBe('other server');
  release();
  await first;
  expect(await withLock({ folder, subject, now }, async () => 'second')).toBe('second');
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock is given back when the work fails', async () => {
  const folder = temporaryFolder();
  await expect(withLock({ folder, subject, now }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a process that is gone', { pid: deadPid }],
  ['another machine, a day ago', { host: 'elsewhere', since: now - 25 * 3600 * 1000 }],
])('what %s left behind is taken over', async (_name, change) => {
  const folder = temporaryFolder();
  writeFileSync(lockFile({ folder, subject }), holder(change));
  expect(await withLock({ folder, subject, now }, async () => 'done')).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
});

test('what was only half written is taken over too', async () => {
  const folder = temporaryFolder();
  writeFileSync(lockFile({ folder, subject }), '{"pid"');
  expect(await withLock({ folder, subject, now }, async () => 'done')).toBe('done');
});

test('another machine of an hour ago is believed to be at work', async () => {
  const folder = temporaryFolder();
  writeFileSync(lockFile({ folder, subject }), holder({ host: 'elsewhere', since: now - 3600 * 1000 }));
  await expect(withLock({ folder, subject, now }, async () => 'done')).rejects.toThrow('is at work');
});
