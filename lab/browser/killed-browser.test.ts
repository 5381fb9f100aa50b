import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { type Browser, createBrowser } from '../../packages/server/src/checks/screenshots/browser/browser.ts';
import {
  createScreenshotQueue,
  type ScreenshotQueue,
} from '../../packages/server/src/checks/screenshots/screenshot-queue.ts';

const patience = { timeout: 20_000, interval: 50 };

let server: Server;
let address: string;
let visits: string[];
let browser: Browser;
let queue: ScreenshotQueue;
let kept: string[];
beforeEach(async () => {
  visits = [];
  kept = [];
  server = createServer(({ url = '' }, response) => {
    visits.push(url);
    if (url !== '/waits') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>fine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = { info: () => undefined, warn: () => undefined };
  const chromiumPath = process.env.CHROMIUM_PATH || null;
  browser = createBrowser({ config: { chromiumPath }, clock: systemClock, log });
  queue = createScreenshotQueue({
    see: ({ url }) => browser.screenshot(url),
    keep: async ({ url }) => void kept.push(new URL(url).pathname),
    log,
    restFactor: 0,
  });
});
afterEach(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

let count = 0;
function want(path: string): void {
  count += 1;
  const job = { monitor_id: count, check_id: count, checked_at: count, image: null, isRoutine: false };
  queue.add({ ...job, url: address + path });
}

interface ChromiumProcess {
  pid: number;
  parent: number;
  profile: string | null;
}

/** All processes of this machine that can be read. */
const processes = (): ChromiumProcess[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);
      const profile = /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${name}/cmdline`, 'utf8'))?.[1] ?? null;
      return /^\d+$/.test(name) ? [{ pid: Number(name), parent, profile }] : [];
    } catch {
      return [];
    }
  });

/** The Chromium started here, with all its processes. */
function findChromium() {
  const all = processes();
  const main = all.find(({ parent, profile }) => parent === process.pid && profile !== null);
  const family = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => family(child.pid)),
  ];
  return { pid: main?.pid ?? 0, profile: main?.profile ?? '', family: main ? family(main.pid) : [] };
}

/** Kills Chromium's main process only. */
async function killChromium(): Promise<void> {
  const { pid, profile, family } = findChromium();
  expect(family.length).toBeGreaterThan(1);
  expect(existsSync(profile)).toBe(true);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => {
    const left = processes().filter((each) => family.includes(each.pid));
    expect([left, existsSync(profile)]).toEqual([[], false]);
  }, patience);
}

it('Chromium killed between screenshots or in one leaves no process and no profile, and the next screenshot comes', async () => {
  want('/before');
  await queue.settled();
  await killChromium();
  want('/waits');
  await vi.waitFor(() => expect(visits).toContain('/waits'), patience);
  want('/after');
  await killChromium();
  await queue.settled();
  expect(kept).toEqual(['/before', '/after']);
}, 60_000);
