import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { openSqliteReader } from '../../../storage/sqlite/sqlite-dialect.ts';
import { type DiagnosedInstallation, openDiagnosed } from '../../../testing/diagnosing.ts';
import { makeAlert, makeMonitor, makeWebsite } from '../../../testing/rows.ts';
import { backupFileName, openBackupsDir } from '../../backup/backup-files.ts';
import { createBackup } from '../../backup/create-backup.ts';

const minute = 60_000;
const hour = 60 * minute;

const fileOf = ({ storage }: DiagnosedInstallation): string => {
  if (storage.file === null) throw new Error('these tests are of SQLite');
  return storage.file;
};

describe('database', () => {
  it('is read in full, while the server uses it', async () => {
    const { ask } = await openDiagnosed();
    expect(await ask('database')).toMatchObject({ status: 'ok', message: expect.stringMatching(/^Intact, /) });
  });

  it('fails when a page of the file was overwritten', async () => {
    const installation = await openDiagnosed();
    const file = fileOf(installation);
    const value = 'x'.repeat(1024 ** 2);
    await installation.db.insertInto('settings').values({ key: 'large', value }).execute();
    for (let count = 0; count < 20; count++) await makeWebsite(installation.db, { description: 'x'.repeat(1500) });
    await sql`pragma wal_checkpoint(truncate)`.execute(installation.db);
    const damaged = openSync(file, 'r+');
    for (let page = 3; page < 200; page++) writeSync(damaged, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    closeSync(damaged);
    const result = await installation.ask('database', { storage: { missing: 'it cannot be read', file } });
    expect(result).toMatchObject({ status: 'fail', message: expect.stringMatching(/^Damaged: /) });
    expect(result.remedy).toContain('restore');
  });

  it('fails when the file is no database', async () => {
    const { folder, ask } = await openDiagnosed();
    const file = path.join(folder, 'other.sqlite');
    writeFileSync(file, 'letter '.repeat(1000));
    expect(await ask('database', { storage: { missing: 'it cannot be read', file } })).toMatchObject({
      status: 'fail',
    });
  });

  it('is read on request only when it is large', async () => {
    const { folder, ask } = await openDiagnosed();
    const file = path.join(folder, 'large.sqlite');
    writeFileSync(file, '');
    truncateSync(file, 1024 ** 3 + 1);
    const storage = { missing: 'it is large', file };
    expect(await ask('database', { storage })).toMatchObject({
      status: 'skipped',
      remedy: expect.stringContaining('--deep'),
    });
    expect(await ask('database', { storage, isDeep: true })).toMatchObject({ status: 'fail' });
  });
});

describe('wal', () => {
  it('warns when a reader prevents a checkpoint', async () => {
    const installation = await openDiagnosed();
    expect(await installation.ask('wal')).toMatchObject({ status: 'ok' });
    const reader = openSqliteReader(fileOf(installation));
    reader.exec('begin');
    reader.prepare('select count(*) from websites').get();
    const value = 'x'.repeat(8 * 1024 ** 2);
    for (let count = 0; count < 9; count++)
      await installation.db
        .insertInto('settings')
        .values({ key: `large ${count}`, value })
        .execute();
    expect(statSync(`${fileOf(installation)}-wal`).size).toBeGreaterThan(64 * 1024 ** 2);
    expect(await installation.ask('wal')).toMatchObject({ status: 'warn' });
    reader.exec('rollback');
    reader.close();
  });
});

describe('outbox', () => {
  const withDelivery = async (given: object): Promise<DiagnosedInstallation> => {
    const installation = await openDiagnosed();
    const { id } = await makeAlert(installation.db, await makeMonitor(installation.db));
    const now = Date.now();
    const delivery = {
      alert_id: id,
      channel: 'email',
      status: 'pending',
      created_at: now,
      next_attempt_at: now,
    } as const;
    await installation.db
      .insertInto('deliveries')
      .values({ ...delivery, ...given })
      .execute();
    return installation;
  };

  it.each([
    ['due for a moment', { next_attempt_at: Date.now() }, 'ok'],
    ['due for 11 minutes', { next_attempt_at: Date.now() - 11 * minute }, 'warn'],
    [
      'failing for 2 hours',
      { created_at: Date.now() - 2 * hour, attempts: 9, next_attempt_at: Date.now() + hour },
      'fail',
    ],
    ['deferred until later', { created_at: Date.now() - 2 * hour, next_attempt_at: Date.now() + hour }, 'ok'],
    ['sent long ago', { created_at: Date.now() - 2 * hour, next_attempt_at: null, status: 'sent' }, 'ok'],
  ] as const)('%s', async (_what, given, status) => {
    expect((await (await withDelivery(given)).ask('outbox')).status).toBe(status);
  });

  it('names the reason why the oldest was not sent', async () => {
    const { ask } = await withDelivery({
      created_at: Date.now() - 2 * hour,
      attempts: 9,
      reason: 'connection refused',
    });
    const { message } = await ask('outbox');
    expect(message).toBe('1 waits, the oldest for 2 hours: connection refused');
  });
});

describe('backup', () => {
  const withBackup = async (age: number) => {
    const installation = await openDiagnosed();
    const { storage, folder } = installation;
    const created = Date.now() - age;
    const file = path.join(await openBackupsDir(folder), backupFileName('nightly', created));
    const { signal } = new AbortController();
    await createBackup({ storage, dataDir: folder, productVersion: '0.1.0', created, file, signal });
    return { ...installation, file };
  };

  it('warns without a backup, and creates no folder', async () => {
    const { folder, ask } = await openDiagnosed();
    expect(await ask('backup')).toMatchObject({ status: 'warn', message: 'There is no backup' });
    expect(() => statSync(path.join(folder, 'backups'))).toThrow();
  });

  it('passes while it is recent and intact, and fails when it is overdue', async () => {
    expect(await (await withBackup(2 * hour)).ask('backup')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^2 hours .*old, verified in full$/),
    });
    expect(await (await withBackup(27 * hour)).ask('backup')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('Overdue'),
    });
  });

  it('fails when the newest is damaged', async () => {
    const { ask, file } = await withBackup(hour);
    const { mtime } = statSync(file);
    const content = readFileSync(file);
    writeFileSync(file, content.subarray(0, content.length - 40));
    utimesSync(file, mtime, mtime);
    expect(await ask('backup')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('cannot be restored'),
    });
  });

  it('reports skipped database checks when the database server is unavailable', async () => {
    const { ask } = await openDiagnosed();
    const storage = { missing: 'the database cannot be read', file: null };
    for (const id of ['smtp', 'sms', 'slack', 'clock', 'outbox'] as const)
      expect(await ask(id, { storage, clock: systemClock })).toMatchObject({
        status: 'skipped',
        message: 'Not asked: the database cannot be read',
      });
  });
});
