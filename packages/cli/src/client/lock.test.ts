import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/run-command.ts';
import { withLock } from './lock.ts';

const subject = 'http://127.0.0.1:8080';

/** A process that holds the lock and reports it. */
async function startHolder(folder: string) {
  const program = `
    import { withLock } from '${path.join(import.meta.dirname, 'lock.ts')}';
    await withLock(${JSON.stringify({ folder, subject })}, () => {
      process.send('at work');
      return new Promise((resolve) => process.once('message', resolve));
    });
    process.disconnect();`;
  const execArgv = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program];
  const holder = fork('', [], { execArgv });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder, 'message');
  return holder;
}

test('refuses another process while one works, and lets it work afterwards', async () => {
  const folder = temporaryFolder();
  const holder = await startHolder(folder);
  await expect(withLock({ folder, subject }, async () => 'second')).rejects.toThrow(
    new RegExp(
      `^Another upvigil backup command \\(process ${holder.pid} on .+\\) is running for this server: try again when it ends$`,
    ),
  );
  expect(await withLock({ folder, subject: 'http://elsewhere' }, async () => 'other server')).toBe('other server');
  holder.send('enough');
  await once(holder, 'exit');
  expect(await withLock({ folder, subject }, async () => 'second')).toBe('second');
});

test('releases the lock of a killed process at once', async () => {
  const folder = temporaryFolder();
  const holder = await startHolder(folder);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await withLock({ folder, subject }, async () => 'done')).toBe('done');
});

test('the lock is given back when the work fails', async () => {
  const folder = temporaryFolder();
  await expect(withLock({ folder, subject }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withLock({ folder, subject }, async () => 'done')).toBe('done');
});

test('of many in one process, one is at work at a time', async () => {
  const folder = temporaryFolder();
  let atWork = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      withLock({ folder, subject }, async () => {
        atWork += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return atWork;
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 1 }]);
});
