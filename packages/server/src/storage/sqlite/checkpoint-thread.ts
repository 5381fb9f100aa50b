import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { type CheckpointRequest, openLogMover } from './log-mover.ts';

/** Meanwhile the log grows: by 2 MB at 1,000 checks a second. */
const everyMilliseconds = 1000;
/** Interval during many writes (a restore, say). */
const soonMilliseconds = 100;

const { file } = z.object({ file: z.string() }).parse(workerData);
const mover = openLogMover(file);
let timer: NodeJS.Timeout;

function moveAgainAndAgain(): void {
  const { isGrowing } = tryToMove();
  timer = setTimeout(moveAgainAndAgain, isGrowing ? soonMilliseconds : everyMilliseconds);
}

function tryToMove(): { isGrowing: boolean } {
  try {
    return mover.move();
  } catch {
    // For example on a full disk, which the writer reports. The log keeps everything until the next attempt.
    return { isGrowing: false };
  }
}

function tryToEmpty(): void {
  try {
    mover.empty();
  } catch {
    // The writer reports the problem.
  }
}

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'empty') {
    tryToEmpty();
    parentPort?.postMessage('empty');
    return;
  }
  clearTimeout(timer);
  mover.close();
  parentPort?.close();
});
moveAgainAndAgain();
parentPort?.postMessage('ready');
