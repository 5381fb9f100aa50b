import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { backupsDir, listBackups, removeUnfinished } from '../../packages/server/src/operations/backup/backup-files.ts';
import { createBackup } from '../../packages/server/src/operations/backup/create-backup.ts';
import { allRows } from '../../packages/server/src/operations/backup/testing/all-rows.ts';
import { verifyBackup } from '../../packages/server/src/operations/backup/verify-backup.ts';
import { openSqliteStorage } from '../../packages/server/src/storage/database.ts';
import { bundleProgram } from '../../packages/server/src/testing/bundle-program.ts';
import { makeMonitor, testNow } from '../../packages/server/src/testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../packages/server/src/testing/test-storage.ts';

const source = new URL('../../packages/server/src/operations/backup/testing/backup-process.ts', import.meta.url);
const checks = 30_000;
const mebibyte = 1024 * 1024;

let program: Awaited<ReturnType<typeof bundleProgram>>;
/** Each test starts with a copy of it. */
let filled: TestStorage;
let test: Pick<TestStorage, 'folder' | 'storage' | 'db'>;
let other: TestStorage;
let archive: string;

/** Enough rows for each step to take time; their text does not compress. */
async function fill({ db }: TestStorage, text: string): Promise<void> {
  const { id } = await makeMonitor(db);
  await sql`
    insert into checks (monitor_id, checked_at, is_up, error_message)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(checks)})
    select ${sql.lit(id)}, i, 0, ${sql.lit(text)} || hex(randomblob(30)) from n`.execute(db);
}

/** Starts the process. With a limit, its files cannot grow beyond it, as on a full disk. */
function start(args: string[], limitBytes: number | null = null): ChildProcess {
  const node = `exec "${process.execPath}" "${program.file}" "$@"`;
  const limit = limitBytes === null ? '' : `ulimit -f ${limitBytes / 512}; `;
  return spawn('/bin/sh', ['-c', limit + node, 'sh', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output.trim();
}

/** Kills the process in the middle of its work. Resolves with whether it was killed. */
async function killWhen(child: ChildProcess, isInTheMiddle: () => boolean): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  await vi.waitFor(() => expect(isInTheMiddle()).toBe(true), { timeout: 20_000, interval: 2 });
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

/** The state at the start after the crash. */
async function reopened(folder: string): Promise<Record<string, unknown[][]>> {
  const storage = openSqliteStorage(folder);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(storage.db);
  expect(rows[0]?.integrity_check).toBe('ok');
  const found = await allRows(storage.db);
  await storage.close();
  return found;
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
const unfinished = (folder: string): string[] =>
  existsSync(backupsDir(folder)) ? readdirSync(backupsDir(folder)).filter((name) => name.startsWith('.')) : [];

describe.runIf(inject('postgresPort') === null)('the data and the backups are whole when', () => {
  beforeAll(async () => {
    program = await bundleProgram(source);
    filled = await openTestStorage();
    await fill(filled, 'old ');
    await filled.storage.close();
    other = await openTestStorage();
    await fill(other, 'new ');
    archive = path.join(other.folder, 'new.tar.gz');
    const { storage, folder: dataDir } = other;
    const { signal } = new AbortController();
    await createBackup({ storage, dataDir, productVersion: '0.1.0', file: archive, created: testNow, signal });
  });
  afterAll(async () => {
    await other.close();
    rmSync(filled.folder, { recursive: true, force: true });
    program.remove();
  });
  beforeEach(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-crash-'));
    const file = filled.storage.file ?? '';
    copyFileSync(file, path.join(folder, path.basename(file)));
    const storage = openSqliteStorage(folder);
    test = { folder, storage, db: storage.db };
  });
  afterEach(async () => {
    await test.storage.close();
    rmSync(test.folder, { recursive: true, force: true });
  });

  it('creating is killed in the middle', async () => {
    const expected = await allRows(test.db);
    const isWriting = (): boolean =>
      unfinished(test.folder).some((name) => sizeOf(path.join(backupsDir(test.folder), name, 'checks')) > 0);
    await killWhen(start(['create', test.folder]), isWriting);
    expect(await reopened(test.folder)).toEqual(expected);
    expect(await listBackups(test.folder)).toEqual([]);
    await removeUnfinished(test.folder, Number.POSITIVE_INFINITY);
    expect(unfinished(test.folder)).toEqual([]);
  });

  it('restoring is killed in the middle', async () => {
    const expected = await allRows(test.db);
    // The copy of the old data is the last step before the transaction.
    const isReplacing = (): boolean =>
      existsSync(backupsDir(test.folder)) && readdirSync(backupsDir(test.folder)).some((name) => /^before-/.test(name));
    await killWhen(start(['restore', test.folder, archive]), isReplacing);
    expect(await reopened(test.folder)).toEqual(expected);
    const [copy] = await listBackups(test.folder);
    const summary = await verifyBackup(path.join(backupsDir(test.folder), copy?.name ?? ''));
    expect(summary.rows.checks).toBe(checks);
  });

  it('the disk is full while creating', async () => {
    const expected = await allRows(test.db);
    const output = await outputOf(start(['create', test.folder], mebibyte / 2));
    expect(output).toBe('The backup could not be written: The disk is full');
    expect(await allRows(test.db)).toEqual(expected);
    expect(await listBackups(test.folder)).toEqual([]);
    expect(unfinished(test.folder)).toEqual([]);
  });

  it('the disk is full while restoring', async () => {
    const expected = await allRows(test.db);
    const limit = 2 * mebibyte;
    expect(sizeOf(archive)).toBeLessThan(limit);
    const output = await outputOf(start(['restore', test.folder, archive], limit));
    expect(output).toBe('The disk is full');
    expect(await reopened(test.folder)).toEqual(expected);
    expect(unfinished(test.folder)).toEqual([]);
  });

  it('nothing happens to the process', async () => {
    const expected = await allRows(other.db);
    expect(await outputOf(start(['restore', test.folder, archive]))).toBe('done');
    expect(await reopened(test.folder)).toEqual(expected);
  });
});
