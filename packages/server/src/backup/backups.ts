import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/errors';
import type { Clock } from '../clock.ts';
import type { ChangeFeed } from '../results/change-feed.ts';
import type { Storage } from '../storage/database.ts';
import { InvalidBackupError } from './archive.ts';
import {
  backupFileName,
  findBackup,
  listBackups,
  nextTimeMade,
  openBackupsDir,
  removeUnfinished,
  unfinishedPath,
} from './backup-files.ts';
import { createBackup } from './create-backup.ts';
import { isDiskFull } from './disk-full.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const defaultName = 'upvigil';
const beforeRestoreName = 'before-restore';
const second = 1000;

export interface BackupDeps {
  storage: Storage;
  dataDir: string;
  clock: Clock;
  changes: ChangeFeed;
  /** Resolves when no check runs and all results are stored. */
  pauseChecks(): Promise<void>;
  /** Reads the monitors anew and checks them again. */
  resumeChecks(): Promise<void>;
  productVersion: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** All that is done with backups; one thing after the other. */
export interface Backups {
  /** True while data is being replaced: nothing else should write, and pages say so. */
  isRestoring(): boolean;
  list(): Promise<Backup[]>;
  find(name: string): Promise<Backup & { file: string }>;
  /** Null for no name of its own. @throws RequestError `unavailable` when it cannot be written */
  create(given: string | null): Promise<Backup>;
  /** Rows restored by table. @throws RequestError `invalid` with the reason, or that of the upload; all data is then as it was */
  restore(upload: AsyncIterable<Buffer>): Promise<Record<string, number>>;
  remove(name: string): Promise<void>;
  /** Deletes all but the newest. */
  cleanUp(keep: number): Promise<{ deleted: string[]; kept: number }>;
  /** Removes what a crash left behind; for the start. */
  removeUnfinished(): Promise<void>;
}

export function createBackups(deps: BackupDeps): Backups {
  const { dataDir } = deps;
  const oneAtATime = createQueue();
  let restoring = false;

  const replaceAll = async (file: string): Promise<Record<string, number>> => {
    restoring = true;
    try {
      await deps.pauseChecks();
      await createNamed(deps, beforeRestoreName);
      return await restoreBackup({ storage: deps.storage, dataDir, file, now: deps.clock.now() });
    } finally {
      restoring = false;
      await deps.resumeChecks();
      deps.changes.publish({ is_structural: true, is_replaced: true });
    }
  };

  return {
    isRestoring: () => restoring,
    list: () => listBackups(dataDir),
    find: (name) => findBackup(dataDir, name),
    create: (given) => oneAtATime(() => createNamed(deps, given ?? defaultName)),
    async restore(upload) {
      const file = await unfinishedPath(dataDir);
      try {
        await receive(upload, file);
        return await oneAtATime(async () => {
          await verifyBackup(file);
          return replaceAll(file);
        });
      } catch (error) {
        throw asRefusal(deps, error);
      } finally {
        await rm(file, { force: true });
      }
    },
    async remove(name) {
      const { file } = await findBackup(dataDir, name);
      await rm(file, { force: true });
    },
    async cleanUp(keep) {
      const backups = await listBackups(dataDir);
      const surplus = backups.slice(keep);
      for (const backup of surplus) await rm((await findBackup(dataDir, backup.name)).file, { force: true });
      return { deleted: surplus.map(({ name }) => name), kept: backups.length - surplus.length };
    },
    removeUnfinished: () => removeUnfinished(dataDir),
  };
}

async function createNamed(deps: BackupDeps, given: string): Promise<Backup> {
  const { storage, dataDir, productVersion } = deps;
  const dir = await openBackupsDir(dataDir);
  const created = await nextTimeMade(dataDir, deps.clock.now());
  let stamp = created;
  // Two of one name in one second: the later one bears the next second.
  while (existsSync(path.join(dir, backupFileName(given, stamp)))) stamp += second;
  const name = backupFileName(given, stamp);
  const started = deps.clock.monotonic();
  try {
    await createBackup({ storage, dataDir, productVersion, created, file: path.join(dir, name) });
  } catch (error) {
    deps.log.error({ err: error }, 'a backup could not be written');
    throw new RequestError('unavailable', `The backup could not be written: ${reasonOf(error)}`, { cause: error });
  }
  const { size, created: createdAt } = await findBackup(dataDir, name);
  deps.log.info({ name, size, ms: Math.round(deps.clock.monotonic() - started) }, 'backup created');
  return { name, size, created: createdAt };
}

async function receive(upload: AsyncIterable<Buffer>, file: string): Promise<void> {
  await pipeline(upload, createWriteStream(file, { mode: 0o600 }));
}

function asRefusal(deps: BackupDeps, error: unknown): RequestError {
  deps.log.error({ err: error }, 'a backup could not be restored');
  if (error instanceof RequestError && error.kind === 'malformed') return error;
  if (error instanceof RequestError) return new RequestError('invalid', error.message, { cause: error });
  return new RequestError('invalid', reasonOf(error), { cause: error });
}

/** One sentence for the person who asked; paths and statements stay in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof InvalidBackupError) return error.message;
  return isDiskFull(error) ? 'The disk is full' : 'Something failed on the server; see its log';
}

/** Runs what it is given one after the other, in the order in which it was asked. */
function createQueue(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
