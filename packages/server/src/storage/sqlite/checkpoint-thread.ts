import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { openLogMover } from './log-mover.ts';

/** The log grows by what is written meanwhile: 2 MB at 1,000 checks a second. */
const everyMilliseconds = 1000;

const { file } = z.object({ file: z.string() }).parse(workerData);
const mover = openLogMover(file);

const timer = setInterval(() => {
  try {
    mover.move();
  } catch {
    // As on a full disk, of which the writer tells. The log keeps all until the next time.
  }
}, everyMilliseconds);

parentPort?.once('message', () => {
  clearInterval(timer);
  mover.close();
});
parentPort?.postMessage('ready');
