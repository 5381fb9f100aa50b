import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod';

/** Frames are pages of 4 KiB. The threshold equals SQLite's own. */
const framesAtOnce = 1000;
/** A longer log is truncated as soon as that is quick. */
const mostFrames = 16_000;
/** New frames may be written during each pass, but fewer each time. */
const mostPasses = 5;
const bytesBetweenSyncs = 1024 * 1024;

/** Messages to the thread with the log mover. */
export type CheckpointRequest = 'empty' | 'end';

/** Result of a checkpoint, in frames. Both are -1 without a log. */
const stateSchema = z.object({ log: z.int(), checkpointed: z.int() });
type LogState = z.output<typeof stateSchema>;

/**
 * Runs the checkpoints of SQLite's write-ahead log, in place of the connection that writes.
 * Uses its own connection to a file that another connection writes.
 */
export function openLogMover(file: string) {
  // Never waits for locks: what fails now is done at the next call.
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('PRAGMA synchronous=FULL');
  const statements = {
    // Only reports the size of the log.
    measure: database.prepare('PRAGMA wal_checkpoint(NOOP)'),
    // Neither waits for the writer nor blocks it.
    move: database.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
    // Blocks the writer, so little must be left to move.
    truncate: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
  const run = (step: keyof typeof statements): LogState => stateSchema.parse(statements[step].get());
  const sync = createSync(`${file}-wal`);

  return {
    /**
     * Moves committed frames into the file when there are enough. Syncs uncommitted frames to the disk, so that the
     * commit of a long transaction is quick. Returns whether the log grows; then call it again soon.
     */
    move(): { isGrowing: boolean } {
      const isGrowing = sync();
      let state = run('measure');
      if (isShort(state)) return { isGrowing };
      for (let pass = 0; pass < mostPasses && state.checkpointed < state.log; pass++) state = run('move');
      if (state.log > mostFrames && isShort(state)) run('truncate');
      return { isGrowing };
    },
    /** Moves everything, however long it takes, and truncates the log. Writers wait meanwhile. */
    empty: (): void => void run('truncate'),
    close: (): void => database.close(),
  };
}

const isShort = ({ log, checkpointed }: LogState): boolean => log - checkpointed < framesAtOnce;

/**
 * Syncs a file that has grown and returns whether it had. SQLite holds no lock on its log, so opening and closing it
 * releases none.
 */
function createSync(file: string): () => boolean {
  let synced = 0;
  return () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const hasGrown = size - synced >= bytesBetweenSyncs;
    if (hasGrown) {
      const opened = openSync(file, 'r');
      try {
        fdatasyncSync(opened);
      } finally {
        closeSync(opened);
      }
    }
    if (hasGrown || size < synced) synced = size;
    return hasGrown;
  };
}
