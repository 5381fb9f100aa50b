import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/contract/errors';
import { secondMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { DatabaseTransaction, Storage } from '../../storage/database.ts';
import { diskTroubleOf } from '../../storage/disk-trouble.ts';
import { InvalidBackupError } from './archive/archive.ts';
import {
  backupFileName,
  findBackup,
  listBackups,
  nextTimeMade,
  openBackupsDir,
  removeUnfinished,
  unfinishedPath,
  unknownBackup,
} from './backup-files.ts';
import { createBackup } from './create-backup.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';
import { type BackupSummary, describeBackup, verifyBackup } from './verify-backup.ts';

const defaultName = 'upvigil';
const beforeRestoreName = 'before-restore';
/** Another process may write to a shared folder: only files untouched for this time are left-overs. Milliseconds. */
const surelyLeft = 3600 * secondMs;
const stoppedReason = 'The server is being stopped: nothing was changed';

export interface BackupDeps {
  storage: Storage;
  dataDir: string;
  clock: Clock;
  changes: ChangeFeed;
  /** Seals restored secrets under this installation's key. Returns how many are encrypted with another key. */
  sealSecrets(transaction: DatabaseTransaction): Promise<{ missing: number }>;
  /** Stops checking. Resolves when no check runs and all results are stored. */
  pauseChecks(): Promise<void>;
  /** Reloads the monitors and resumes checking. */
  resumeChecks(): Promise<void>;
  productVersion: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** `onNamed` gets the name of the file before it is written. */
type CreateNamed = (given: string, onNamed: (name: string) => Promise<void>) => Promise<Backup>;
type WriteEvent = (transaction: DatabaseTransaction) => Promise<void>;

export type Backups = ReturnType<typeof createBackups>;

/** Backup operations. Creating and restoring run one at a time. */
export function createBackups(deps: BackupDeps) {
  const { dataDir } = deps;
  const mayBeShared = deps.storage.dialect === 'postgres';
  const oneAtATime = createQueue();
  const stopping = new AbortController();
  const { signal } = stopping;
  let restoring = false;

  const replaceAll = async (file: string, writeEvent: WriteEvent): Promise<Restored> => {
    restoring = true;
    try {
      await deps.pauseChecks();
      await createNamed(deps, beforeRestoreName, signal);
      const { storage, sealSecrets, clock } = deps;
      return await restoreBackup({ storage, dataDir, file, now: clock.now(), signal, sealSecrets, writeEvent });
    } finally {
      restoring = false;
      await deps.resumeChecks();
      deps.changes.publish({ is_structural: true, is_replaced: true });
    }
  };

  const restoreFile = (file: string, writeEvent: WriteEvent): Promise<Restored> =>
    oneAtATime(async () => {
      await verifyBackup(file, { onProgress: () => signal.throwIfAborted() });
      return replaceAll(file, writeEvent);
    });

  return {
    /** True while a restore replaces the data: other writes are refused, and pages show it. */
    isRestoring: (): boolean => restoring,
    list: (): Promise<Backup[]> => listBackups(dataDir),
    /** @throws RequestError `notFound` when there is no such backup */
    find: (name: string): Promise<Backup & { file: string }> => findBackup(dataDir, name),
    /** `given`: the name; null for the default. @throws RequestError `unavailable` when it cannot be written */
    create: (given: string | null): Promise<Backup> =>
      oneAtATime(() => createNamed(deps, given ?? defaultName, signal)),
    /**
     * Replaces all data and returns what was restored. When it throws, all data is unchanged. `writeEvent`: writes the
     * audit event in the same transaction.
     * @throws RequestError `invalid` for an invalid backup, `malformed` for a broken upload, `unavailable` when the
     * disk is full or the program stops
     */
    async restore(upload: AsyncIterable<Buffer>, writeEvent: WriteEvent = async () => undefined): Promise<Restored> {
      const file = await unfinishedPath(dataDir);
      try {
        await receive(upload, file);
        return await restoreFile(file, writeEvent);
      } catch (error) {
        throw asRefusal(deps, error);
      } finally {
        await rm(file, { force: true });
      }
    },
    /** Restores a backup of this folder, as `restore` does an uploaded one. @throws RequestError also `notFound` */
    async restoreStored(name: string, writeEvent: WriteEvent = async () => undefined): Promise<Restored> {
      const { file } = await findBackup(dataDir, name);
      try {
        return await restoreFile(file, writeEvent);
      } catch (error) {
        // Deleted while it waited for another job.
        if (!existsSync(file)) throw unknownBackup();
        throw asRefusal(deps, error);
      }
    },
    /** Contents of a backup by its manifest. @throws RequestError `notFound`, or `invalid` when it cannot be read */
    async describe(name: string): Promise<Backup & BackupSummary> {
      const { file, ...backup } = await findBackup(dataDir, name);
      const summary = await describeBackup(file).catch((error: unknown) => {
        throw existsSync(file) ? new RequestError('invalid', reasonOf(error), { cause: error }) : unknownBackup();
      });
      return { ...summary, ...backup };
    },
    /** @throws RequestError `notFound` when there is no such backup */
    async remove(name: string): Promise<void> {
      const { file } = await findBackup(dataDir, name);
      await rm(file, { force: true });
    },
    /** Deletes all but the newest `keep`. */
    async cleanUp(keep: number): Promise<{ deleted: string[]; kept: number }> {
      const backups = await listBackups(dataDir);
      const surplus = backups.slice(keep);
      for (const backup of surplus) await rm((await findBackup(dataDir, backup.name)).file, { force: true });
      return { deleted: surplus.map(({ name }) => name), kept: backups.length - surplus.length };
    },
    /** Runs work while no other backup or restore of this process runs. `create` makes a backup within it. */
    alone: (work: (create: CreateNamed) => Promise<void>): Promise<void> =>
      oneAtATime(() => work((given, onNamed) => createNamed(deps, given, signal, onNamed))),
    /** Deletes left-overs of a crash. Called at start. */
    removeUnfinished: (): Promise<void> =>
      removeUnfinished(dataDir, mayBeShared ? deps.clock.now() - surelyLeft : Number.POSITIVE_INFINITY),
    /** Cancels a running backup or restore, which then changes nothing. */
    async stop(): Promise<void> {
      stopping.abort(new RequestError('unavailable', stoppedReason));
      await oneAtATime(async () => undefined);
    },
  };
}

async function createNamed(
  deps: BackupDeps,
  given: string,
  signal: AbortSignal,
  onNamed: (name: string) => Promise<void> = async () => undefined,
): Promise<Backup> {
  const { storage, dataDir, productVersion } = deps;
  const dir = await openBackupsDir(dataDir);
  const created = await nextTimeMade(dataDir, deps.clock.now());
  let stamp = created;
  // When a backup with this name and second exists, the new one gets the next second.
  while (existsSync(path.join(dir, backupFileName(given, stamp)))) stamp += secondMs;
  const name = backupFileName(given, stamp);
  const started = deps.clock.monotonic();
  try {
    signal.throwIfAborted();
    await onNamed(name);
    await createBackup({ storage, dataDir, productVersion, created, file: path.join(dir, name), signal });
  } catch (error) {
    // Streams report an abort with an error of their own; this throws its reason.
    signal.throwIfAborted();
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

/** Refusals that are passed on unchanged: a broken upload, a full disk, a stopping program. */
const keptRefusals: ReadonlySet<RequestError['kind']> = new Set(['malformed', 'unavailable']);

function asRefusal(deps: BackupDeps, error: unknown): RequestError {
  deps.log.error({ err: error }, 'a backup could not be restored');
  if (error instanceof RequestError && keptRefusals.has(error.kind)) return error;
  if (error instanceof RequestError) return new RequestError('invalid', error.message, { cause: error });
  const diskTrouble = diskTroubleOf(error);
  if (diskTrouble !== null) return new RequestError('unavailable', diskTrouble, { cause: error });
  return new RequestError('invalid', reasonOf(error), { cause: error });
}

/** One sentence for the user; paths and statements stay in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof InvalidBackupError || error instanceof RequestError) return error.message;
  return diskTroubleOf(error) ?? 'Something failed on the server; see its log';
}

/** Runs one job at a time, in the order of the calls. */
function createQueue(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
