import { fork } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../../support/targets/known-target.ts';
import { accountFor, type Found, type Measured, type MeasuredTime } from './measured.ts';

/** A machine that cannot sustain the rate would run out of file descriptors. */
const mostAtOnce = 5000;
const commandLine = 'bare-loop';

export interface BareLoad extends MeasuredTime {
  url: string;
  /** Checks a second. */
  rate: number;
  /** Number of paths `/?id=1` to `/?id=monitors`, requested in sequence. */
  monitors: number;
}

/** Measures the minimal cost of checks in Node, in its own process: node:http at an even rate. */
export async function measureBareLoop(load: BareLoad): Promise<Measured> {
  const child = fork(fileURLToPath(import.meta.url), [commandLine, JSON.stringify(load)], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  try {
    return await nextMessage<Measured>(child);
  } finally {
    child.kill();
  }
}

/** Opens a connection for each request, as checks do. */
async function runBareLoop({ url, rate, monitors, ...time }: BareLoad): Promise<Measured> {
  const found: Found = { lateness: [], recorded: [], failed: 0 };
  let isOver = false;
  let running = 0;
  const check = (id: number): void => {
    if (running >= mostAtOnce) return;
    running += 1;
    const at = Date.now();
    const started = performance.now();
    get(`${url}/?id=${id}`, { agent: false }, (response) => {
      response.resume().on('end', () => found.recorded.push({ id, at, took: performance.now() - started }));
    })
      .on('error', () => {
        found.failed += 1;
      })
      .on('close', () => {
        running -= 1;
      });
  };
  const pace = async (): Promise<void> => {
    const started = performance.now();
    for (let count = 0; !isOver; ) {
      for (; started + (count * 1000) / rate <= performance.now(); count += 1) check(1 + (count % monitors));
      await sleep(Math.max(0, started + (count * 1000) / rate - performance.now()));
    }
  };
  const pacing = pace();
  const measured = await accountFor(found, time);
  isOver = true;
  await pacing;
  return measured;
}

if (process.argv[2] === commandLine) process.send?.(await runBareLoop(JSON.parse(process.argv[3] ?? '')));
