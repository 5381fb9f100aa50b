import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import type { Database } from '../database.ts';
import { prepareStorage } from '../prepare-storage.ts';

const name = 'upvigil.sqlite';
const backupName = 'upvigil_20261120T000000Z.tar.gz';
const page = 4096;
/** Header sizes of a log and of each of its frames. */
const logHeader = 32;
const frame = page + 24;

let root: string;
/** Data folder after a stop: with a backup, and all data in the file. */
let stopped: string;
/** Data folder after a kill: the newest checks are only in the log, each with its commit. */
let killed: string;
/** First pages of tables and indexes. */
let roots: Map<string, number>;
const checksInFile = 300;
const checksInLog = 20;

const open = (dataDir: string) => prepareStorage({ dataDir, databaseUrl: null, onIdleError: () => undefined });

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'upvigil-damaged-'));
  [stopped, killed] = [path.join(root, 'stopped'), path.join(root, 'killed')];
  mkdirSync(path.join(killed, 'backups'), { recursive: true });
  writeFileSync(path.join(killed, 'backups', backupName), '');
  const storage = await open(stopped);
  const { id: monitor_id } = await makeMonitor(storage.db);
  const check = (number: number, db: Database = storage.db) =>
    makeCheck(db, { monitor_id, checked_at: testNow + number });
  await storage.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < checksInFile; number++) await check(number, transaction);
  });
  await sql`pragma wal_checkpoint(truncate)`.execute(storage.db);
  const { rows } = await sql<{ name: string; rootpage: number }>`
    select name, rootpage from sqlite_schema where rootpage > 0`.execute(storage.db);
  roots = new Map(rows.map((row) => [row.name, row.rootpage]));
  for (let number = 0; number < checksInLog; number++) await check(checksInFile + number);
  for (const end of ['', '-wal', '-shm']) copyFileSync(path.join(stopped, name + end), path.join(killed, name + end));
  await storage.close();
  cpSync(path.join(killed, 'backups'), path.join(stopped, 'backups'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Inverts all bits, which no program would write. */
function flip(file: string, from: number, length: number): void {
  const bytes = readFileSync(file);
  for (let at = from; at < from + length; at++) bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(file, bytes);
}
const pageOf = (table: string): number => ((roots.get(table) ?? 0) - 1) * page;
/** Offset in the file of the page in the log's last frame. */
const newestPageInLog = (log: string): number =>
  (readFileSync(log).readUInt32BE(statSync(log).size - frame) - 1) * page;

let count = 0;
/** Damages a copy of a data folder; `contents` summarises its database files in a word each. */
function damage(of: string, how: (file: string) => void) {
  const dataDir = path.join(root, String(++count));
  cpSync(of, dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  how(file);
  // A read of a damaged file with SQLite leaves an empty log.
  const contents = () =>
    [file, `${file}-wal`].map((each) =>
      createHash('sha256')
        .update(existsSync(each) ? readFileSync(each) : '')
        .digest('hex'),
    );
  return { dataDir, file, contents };
}

/** Number of checks after a start, or the error of the start. */
async function startOn(dataDir: string): Promise<number | string> {
  try {
    const storage = await open(dataDir);
    const { rows } = await sql<{ count: number }>`select count(*) as count from checks`.execute(storage.db);
    await storage.close();
    return rows[0]?.count ?? 0;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a start refuses, names the newest backup, and changes no byte of', () => {
  it.each<[string, string, 'stopped' | 'killed', (file: string) => void]>([
    ['a file with another header', 'file is not a database', 'stopped', (file) => flip(file, 0, 16)],
    ['a file with impossible numbers in its header', 'unsupported file format', 'stopped', (file) => flip(file, 44, 4)],
    ['a file whose list of tables is damaged', 'malformed', 'stopped', (file) => flip(file, 100, 400)],
    ['a file with a damaged page of checks', 'Tree', 'stopped', (file) => flip(file, pageOf('checks'), 100)],
    ['a damaged file with a log', 'Tree', 'killed', (file) => flip(file, pageOf('sessions'), 100)],
    ['a file with a damaged index', 'Tree', 'killed', (file) => flip(file, pageOf('checks_by_monitor'), 50)],
    ['half a file', 'malformed', 'stopped', (file) => truncateSync(file, statSync(file).size / 2)],
    ['a file that ends in a page', 'Tree', 'stopped', (file) => truncateSync(file, statSync(file).size - 1234)],
    ['a file of a few bytes', 'file is not a database', 'stopped', (file) => truncateSync(file, 10)],
    ['an empty file', 'it is empty', 'stopped', (file) => truncateSync(file)],
    ['an empty file with a log', 'its write-ahead log is not', 'killed', (file) => truncateSync(file)],
    ['a log whose file is gone', 'its write-ahead log is not', 'killed', (file) => rmSync(file)],
    ['a file of text', 'file is not a database', 'stopped', (file) => writeFileSync(file, 'some text\n')],
    ['a log with another header', 'header of its write-ahead log', 'killed', (file) => flip(`${file}-wal`, 0, 32)],
    [
      'text for a log',
      'header of its write-ahead log',
      'stopped',
      (file) => writeFileSync(`${file}-wal`, 'x'.repeat(99)),
    ],
    [
      'a log that is damaged at its beginning',
      'commits in it cannot be read',
      'killed',
      (file) => flip(`${file}-wal`, logHeader + 24, 100),
    ],
    [
      'a log that is damaged in its middle',
      'commits in it cannot be read',
      'killed',
      (file) => flip(`${file}-wal`, logHeader + 10 * frame + 500, 1),
    ],
    [
      'a database of another program',
      'its tables are those of another program',
      'stopped',
      (file) => {
        rmSync(file);
        const other = new DatabaseSync(file);
        other.exec('create table users (id)');
        other.close();
      },
    ],
  ])('%s', async (_what, reason, of, how) => {
    const { dataDir, file, contents } = damage(of === 'stopped' ? stopped : killed, how);
    const before = contents();
    // A service manager that restarts it must get the same error each time.
    for (let times = 0; times < 2; times++) {
      const sentence = await startOn(dataDir);
      expect(sentence).toMatch(new RegExp(`^The database file ${file} is damaged \\(.*${reason}.*\\): move it and `));
      expect(sentence).toContain(`then restore the newest backup, ${path.join(dataDir, 'backups', backupName)}`);
      expect(contents()).toEqual(before);
    }
    rmSync(file, { recursive: true, force: true });
    rmSync(`${file}-wal`, { force: true });
    expect(await startOn(dataDir)).toBe(0);
  });
});

describe('a start goes on with all that was stored', () => {
  const all = checksInFile + checksInLog;
  it.each<[string, number, (file: string) => void]>([
    ['after a kill', all, () => undefined],
    ['with a damaged page that stands in the log too', all, (file) => flip(file, newestPageInLog(`${file}-wal`), 100)],
    ['without the file of shared memory', all, (file) => rmSync(`${file}-shm`)],
    ['with a damaged file of shared memory', all, (file) => writeFileSync(`${file}-shm`, 'x'.repeat(40_000))],
    [
      'but the one commit that a power failure broke off',
      all - 1,
      (file) => truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 3000),
    ],
    [
      'but the one commit that a power failure wrote in part',
      all - 1,
      (file) => flip(`${file}-wal`, statSync(`${file}-wal`).size - 500, 1),
    ],
    ['with a stranger beside it', all, (file) => writeFileSync(path.join(path.dirname(file), 'upvigil.db'), 'text')],
    ['in the file, when the log was lost', checksInFile, (file) => rmSync(`${file}-wal`)],
  ])('%s', async (_what, stored, how) => {
    expect(await startOn(damage(killed, how).dataDir)).toBe(stored);
  });

  it('and treats an empty file as that of an interrupted first start', async () => {
    const { dataDir } = damage(stopped, (file) => {
      truncateSync(file);
      rmSync(path.join(path.dirname(file), 'backups'), { recursive: true });
    });
    expect(await startOn(dataDir)).toBe(0);
  });
});
