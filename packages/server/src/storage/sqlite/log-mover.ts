import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod';

/** Frames are pages of 4 KiB. SQLite moves as many at a time by itself. */
const framesAtOnce = 1000;
/** A log that was longer begins anew as an empty file, as soon as that takes a moment only. */
const mostFrames = 16_000;
/** While one is moved, the next may be written. Each time it is less. */
const mostTurns = 5;
const bytesBetweenSyncs = 1024 * 1024;

/** Messages to the thread with the log mover. */
export type CheckpointRequest = 'empty' | 'end';

/** Takes the work with SQLite's write-ahead log from the connection that writes. */
export interface LogMover {
  /**
   * Moves what was committed into the file, when there is enough of it, and has what was not yet committed written to the
   * disk, so that a long transaction has little left to wait for at its end. Returns whether the log grows: then it is to
   * be called again soon.
   */
  move(): { isGrowing: boolean };
  /** Moves all there is, however long that takes, and has the log begin anew. A writer would wait meanwhile. */
  empty(): void;
  close(): void;
}

/** What SQLite says of the log, in frames. Both are -1 when there is none. */
const stateSchema = z.object({ log: z.int(), checkpointed: z.int() });
type LogState = z.output<typeof stateSchema>;

/** Over a connection of its own to a file that another connection writes to. */
export function openLogMover(file: string): LogMover {
  // It never waits for others: what cannot be done now is done next time.
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('PRAGMA synchronous=FULL');
  const statements = {
    // Does nothing, and says how much there is.
    look: database.prepare('PRAGMA wal_checkpoint(NOOP)'),
    // Neither waits for the writer nor makes it wait.
    move: database.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
    // The writer waits meanwhile, so little must be left to move.
    beginAnew: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
  const run = (step: keyof typeof statements): LogState => stateSchema.parse(statements[step].get());
  const sync = createSync(`${file}-wal`);

  return {
    move() {
      const isGrowing = sync();
      let state = run('look');
      if (isShort(state)) return { isGrowing };
      for (let turn = 0; turn < mostTurns && state.checkpointed < state.log; turn++) state = run('move');
      if (state.log > mostFrames && isShort(state)) run('beginAnew');
      return { isGrowing };
    },
    empty: () => void run('beginAnew'),
    close: () => database.close(),
  };
}

const isShort = ({ log, checkpointed }: LogState): boolean => log - checkpointed < framesAtOnce;

/**
 * Has a file that grew written to the disk, and returns whether it did. SQLite holds no lock on its log, so that opening
 * and closing it loses none.
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
