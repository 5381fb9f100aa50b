import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../../../support/targets/known-target.ts';

/** Requests that a target received. */
interface Received {
  requests: number;
  /** The longest time without a request for a monitor, in milliseconds. */
  longestGap: number;
}

const commandLine = 'flapping-target';
const minute = 60_000;

/** A target for `/?id=N` in its own process: each tenth monitor is down for one minute in five. */
export async function startFlappingTarget() {
  const child = fork(fileURLToPath(import.meta.url), [commandLine], { execArgv: ['--import', 'tsx'] });
  const port = await nextMessage<number>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    received: (): Promise<Received> => {
      child.send('received');
      return nextMessage<Received>(child);
    },
    close: () => child.kill(),
  };
}

/** At different times for different monitors. */
const isDown = (id: number, at: number): boolean => id % 10 === 0 && Math.floor(at / minute + id / 10) % 5 === 0;

function runTarget(): void {
  const lastRequest = new Map<number, number>();
  const received: Received = { requests: 0, longestGap: 0 };
  const server = createServer((request, response) => {
    const id = Number(/id=(\d+)/.exec(request.url ?? '')?.[1]);
    const now = Date.now();
    received.requests += 1;
    received.longestGap = Math.max(received.longestGap, now - (lastRequest.get(id) ?? now));
    lastRequest.set(id, now);
    response.statusCode = isDown(id, now) ? 503 : 200;
    response.end('ok');
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(received));
}

if (process.argv[2] === commandLine) runTarget();
