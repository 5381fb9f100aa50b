import { startThread } from '../../base/start-thread.ts';
import type { CheckpointRequest } from './log-mover.ts';
import type { SqliteFile } from './sqlite-dialect.ts';

/** Frames after which SQLite moves its log into the file by itself, within whatever statement writes then. */
const framesOfSqlite = 1000;

/** Who moves the write-ahead log into the file. */
export interface Checkpoints {
  /** Resolves when all of the log is in the file, and on the disk. To be called while nobody writes, who would wait. */
  empty(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Has a thread move the write-ahead log into the file. SQLite would do so in the statement that made the log long, which
 * takes seconds after a restore, and nothing else could go on in this thread. When the thread ends by itself, SQLite does it again, and `onEnd` is called with the error, if there was one.
 */
export async function startCheckpoints(
  database: SqliteFile,
  file: string,
  onEnd: (error: Error | null) => void,
): Promise<Checkpoints> {
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
    async empty() {
      const isEmpty = new Promise<void>((resolve) => worker.once('message', () => resolve()));
      say('empty');
      await Promise.race([isEmpty, ended]);
    },
    async end() {
      isWanted = false;
      worker.ref();
      say('end');
      await ended;
    },
  };
}
