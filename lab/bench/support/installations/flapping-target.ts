import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../../../support/targets/known-target.ts';

/** Requests that a target received. */
interface Asked {
  requests: number;
  /** The longest that one monitor was not asked for, milliseconds. */
  longestGap: number;
}

/** A target in a process of its own for `/?id=N`: one of ten monitors is down for one minute of each five. */
export interface FlappingTarget {
  readonly url: string;
  asked(): Promise<Asked>;
  close(): void;
}

const commandLine = 'flapping-target';
const minute = 60_000;

export async function startFlappingTarget(): Promise<FlappingTarget> {
  const child = fork(fileURLToPath(import.meta.url), [commandLine], { execArgv: ['--import', 'tsx'] });
  const port = await nextMessage<number>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => {
      child.send('asked');
      return nextMessage<Asked>(child);
    },
    close: () => child.kill(),
  };
}

/** Not all of them at the same time. */
const isDown = (id: number, at: number): boolean => id % 10 === 0 && Math.floor(at / minute + id / 10) % 5 === 0;

function runTarget(): void {
  const lastAsked = new Map<number, number>();
  const asked: Asked = { requests: 0, longestGap: 0 };
  const server = createServer((request, response) => {
    const id = Number(/id=(\d+)/.exec(request.url ?? '')?.[1]);
    const now = Date.now();
    asked.requests += 1;
    asked.longestGap = Math.max(asked.longestGap, now - (lastAsked.get(id) ?? now));
    lastAsked.set(id, now);
    response.statusCode = isDown(id, now) ? 503 : 200;
    response.end('ok');
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(asked));
}

if (process.argv[2] === commandLine) runTarget();
