import { startThread } from '../../base/start-thread.ts';
import type { CheckpointRequest } from './log-mover.ts';
import type { SqliteFile } from './sqlite-dialect.ts';

/** Log size in frames at which SQLite runs a checkpoint within the current statement. */
const framesOfSqlite = 1000;

export type Checkpoints = Awaited<ReturnType<typeof startCheckpoints>>;

/**
 * Runs checkpoints in a thread. SQLite would run them within the statement that made the log long; after a restore this
 * takes seconds and blocks this thread. If the thread ends unexpectedly, SQLite runs them again, and `onEnd` gets the
 * error, if any.
 */
export async function startCheckpoints(database: SqliteFile, file: string, onEnd: (error: Error | null) => void) {
  const worker = startThread(import.meta.url, 'checkpoint-thread', {
    workerData: { file },
    name: 'upvigil-checkpoints',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  let lastError: Error | null = null;
  let isWanted = true;
  worker.on('error', (error) => {
    lastError = error;
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    void ended.then(() => resolve(false));
  });
  void ended.then(() => {
    if (!isWanted) return;
    database.exec(`PRAGMA wal_autocheckpoint=${framesOfSqlite}`);
    onEnd(lastError);
  });
  if (await ready) database.exec('PRAGMA wal_autocheckpoint=0');
  worker.unref();
  const say = (request: CheckpointRequest): void => worker.postMessage(request);
  return {
    /** Moves the whole log into the file and onto the disk. Call it while nobody writes, because writers would wait. */
    async empty(): Promise<void> {
      const isEmpty = new Promise<void>((resolve) => worker.once('message', () => resolve()));
      say('empty');
      await Promise.race([isEmpty, ended]);
    },
    async end(): Promise<void> {
      isWanted = false;
      worker.ref();
      say('end');
      await ended;
    },
  };
}
