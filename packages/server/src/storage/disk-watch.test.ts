import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StatementListener } from './database.ts';
import { createDiskWatch, type DiskSigns, troubleBy } from './disk-watch.ts';

const now = 1_000_000;
const full = 'The disk is full';
const refused = (secondsAgo: number, trouble = full) => ({ at: now - secondsAgo * 1000, trouble });
const fine: DiskSigns = { free: 1e9, refused: null, storedAt: null, failingSince: null };

describe('the disk is in trouble', () => {
  it.each<[string, Partial<DiskSigns>, string | null]>([
    ['nothing is known', { free: null }, null],
    ['hardly a byte is free', { free: 4096 }, full],
    ['something was refused just now', { refused: refused(5) }, full],
    ['it was read-only just now', { refused: refused(5, 'The disk is read-only') }, 'The disk is read-only'],
    ['something was stored since', { refused: refused(5), storedAt: now - 1_000 }, null],
    [
      'results still wait although something small was stored',
      { refused: refused(5), storedAt: now - 1_000, failingSince: now - 9_000 },
      full,
    ],
    ['results wait for another reason', { refused: refused(90), failingSince: now - 9_000 }, null],
    ['nobody tried to write for a while', { refused: refused(90) }, null],
  ])('when %s: %o is %s', (_what, signs, expected) => {
    expect(troubleBy({ ...fine, ...signs }, now)).toBe(expected);
  });
});

/** A watch of a temporary file, with its log and a function that simulates the end of a statement. */
function watchDisk() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'upvigil.sqlite');
  writeFileSync(file, '');
  const lines: string[] = [];
  const note = (_fields: object, message: string): void => void lines.push(message);
  let report: StatementListener = () => undefined;
  const hear = (listener: StatementListener): void => {
    report = listener;
  };
  let passed = 0;
  const { trouble } = createDiskWatch({
    storage: { dialect: 'sqlite', file, onStatement: hear },
    dataDir: folder,
    clock: { monotonic: () => passed },
    log: { warn: note, error: note },
    failingSince: () => null,
  });
  const commitAfter = (seconds: number): void => {
    passed += seconds * 1000;
    report('commit', null, 0);
  };
  return { folder, file, lines, trouble, commitAfter, report: (sql: string, error: unknown) => report(sql, error, 0) };
}

it('a full disk is named in one line of the log, with another when it can be written again', async () => {
  const { folder, lines, report, trouble, commitAfter } = watchDisk();
  const error = new Error('database or disk is full');
  report('insert into checks', error);
  report('rollback', null);
  report('insert into checks', error);
  expect(await trouble()).toBe(full);
  commitAfter(1);
  expect(await trouble()).toBeNull();
  commitAfter(1);
  expect(lines).toEqual([
    `The disk is full: nothing can be stored in ${folder}; results wait`,
    'Results can be stored again',
  ]);
});

it('a locked database file is named until something is stored again', async () => {
  const { folder, lines, report, trouble, commitAfter } = watchDisk();
  report('insert into checks', new Error('database is locked'));
  expect(await trouble()).toBe('Another program has locked the database file');
  commitAfter(1);
  expect(await trouble()).toBeNull();
  expect(lines[0]).toBe(
    `Another program has locked the database file: nothing can be stored in ${folder}; results wait`,
  );
});

it('a database file that was moved away is named once while something is stored, until it is back', async () => {
  const { file, lines, trouble, commitAfter } = watchDisk();
  commitAfter(10);
  expect(await trouble()).toBeNull();
  renameSync(file, `${file}.old`);
  writeFileSync(file, 'another file in its place');
  for (let times = 0; times < 3; times++) commitAfter(10);
  expect(lines).toEqual([
    'The database file was moved or deleted: what is stored now is lost at the next start; stop, bring the file back and start again',
  ]);
  expect(await trouble()).toContain('The database file was moved or deleted');
  renameSync(`${file}.old`, file);
  expect(await trouble()).toBeNull();
});
