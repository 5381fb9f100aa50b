import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { performance } from 'node:perf_hooks';
import workerThreads from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';

/**
 * That one file may work, and that it may wait. Unlike the time on the clock, both hardly grow while others use the
 * machine; on a slow one the work takes twice as long.
 */
const mostSeconds = 10;
const remedy = 'add its file to `slowTests` in vitest.config.ts, or make it quick';

/** Holds what `npm run test:quick` promises: no test in it starts a process or a thread, and no file takes long. */
function refuse(what: string): () => never {
  return () => {
    throw new Error(`A quick test must not start ${what}: ${remedy}`);
  };
}

const starters = ['spawn', 'fork', 'exec', 'execFile', 'spawnSync', 'execSync', 'execFileSync'];
Object.assign(childProcess, Object.fromEntries(starters.map((name) => [name, refuse('a process')])));
Object.assign(workerThreads, {
  Worker: function Worker() {
    refuse('a thread')();
  },
});
syncBuiltinESMExports();

const worked = process.cpuUsage();
let before = performance.eventLoopUtilization();
beforeAll(() => {
  before = performance.eventLoopUtilization();
});
afterAll(() => {
  const { user, system } = process.cpuUsage(worked);
  expectFew((user + system) / 1e6, 'of the processor');
  expectFew(performance.eventLoopUtilization(before).idle / 1000, 'of waiting');
});

function expectFew(seconds: number, what: string): void {
  if (seconds > mostSeconds)
    throw new Error(`${seconds.toFixed(1)} s ${what} are too much for a quick test: ${remedy}`);
}
