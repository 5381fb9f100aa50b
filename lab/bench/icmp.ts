/**
 * Cost of an echo request. The product's code pings 1,000 addresses on loopback over one ICMP socket, like a check: 4
 * echo requests each, 200 ms apart. First all at once, as in `fping`, with which the target is compared; then evenly
 * over 10 s, as checks start, which shows the cost of waking up for few of them.
 *
 *   npm run bench -- icmp
 *
 * Needs permission for ICMP sockets: root, or `net.ipv4.ping_group_range`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaults } from '@upvigil/core/defaults';
import { systemClock } from '@upvigil/server/base/clock';
import { createPinger } from '@upvigil/server/checks/probe/icmp/pinger';
import { reportFigure } from './support/targets/report-figure.ts';

const targets = Array.from({ length: 1000 }, (_, at) => `127.0.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`);
const spreadMilliseconds = 10_000;
const { echoRequests, gapMilliseconds } = defaults.ping;
const pinger = createPinger({ clock: systemClock });

/** Returns the number of answered echo requests. @throws {Error} if none can be sent */
async function pingOne(address: string): Promise<number> {
  const giveUpAt = systemClock.monotonic() + 5000;
  const signal = new AbortController().signal;
  const echoes = await pinger.ping(address, { count: echoRequests, gap: gapMilliseconds, giveUpAt, signal });
  if ('unavailable' in echoes) throw new Error(echoes.unavailable);
  return echoes.received;
}

const pingAtOnce = (): Promise<number[]> => Promise.all(targets.map(pingOne));

async function pingEvenly(): Promise<number[]> {
  const began = performance.now();
  const pings: Promise<number>[] = [];
  for (const [at, address] of targets.entries()) {
    const due = began + (at * spreadMilliseconds) / targets.length;
    await sleep(Math.max(0, due - performance.now()));
    pings.push(pingOne(address));
  }
  return Promise.all(pings);
}

/** Prints and returns the CPU of this process for an echo request in milliseconds; NaN if some were not answered. */
async function measure(name: string, pingAll: () => Promise<number[]>): Promise<number> {
  const before = process.cpuUsage();
  const answered = (await pingAll()).reduce((sum, each) => sum + each, 0);
  const { user, system } = process.cpuUsage(before);
  const sent = targets.length * echoRequests;
  const each = (user + system) / 1000 / sent;
  console.log(`${name}: ${sent} echo requests, ${answered} answered, ${each.toFixed(4)} ms of CPU each`);
  return answered === sent ? each : Number.NaN;
}

// Compiles the code and opens the socket.
await pingAtOnce();
reportFigure('icmp-cpu', await measure('all at once', pingAtOnce));
await measure(`spread over ${spreadMilliseconds / 1000} s`, pingEvenly);
pinger.close();
