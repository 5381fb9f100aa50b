import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import type { ProbeOutcome, TargetOf } from '../../packages/server/src/base/domain/check.ts';
import { type Browser, createBrowser } from '../../packages/server/src/checks/screenshots/browser/browser.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let address: string;
let browser: Browser;
const visits: string[] = [];
const pages: Record<string, Answer> = {};
const log = { info: () => undefined, warn: () => undefined };
const chromiumPath = process.env.CHROMIUM_PATH || null;
const never = new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request.url ?? '');
    const answer = pages[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = createBrowser({ config: { chromiumPath }, clock: systemClock, log });
  expect(await browser.available()).toEqual({ ok: true });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const html =
  (body: string, head = ''): Answer =>
  (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><head>${head}</head>${body}`);
  };
const after =
  (milliseconds: number, answer: Answer): Answer =>
  (request, response) => {
    setTimeout(() => answer(request, response), milliseconds);
  };
const page = (path: string, changes: Partial<TargetOf<'URL'>> = {}): TargetOf<'URL'> => ({
  kind: 'URL',
  url: address + path,
  metadata_tag: null,
  metadata_value: null,
  check_mode: 'browser',
  ...changes,
});
const probe = async (target: TargetOf<'URL'>, seconds = 10): Promise<ProbeOutcome> =>
  (await browser.probe(target, seconds, never)).outcome;

it('brings a picture of a page with a font of its own', async () => {
  const font = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  );
  pages['/own.woff2'] = (_request, response) => response.end(font);
  pages['/own-font'] = html(
    '<h1>Own</h1><script>document.fonts.ready.then(([own]) => fetch("/font-" + own.status))</script>',
    '<style>@font-face{font-family:Own;src:url(/own.woff2);font-weight:100 900}h1{font:650 20px Own}</style>',
  );
  const { outcome, image } = await browser.probe(page('/own-font'), 20, never);
  expect(outcome).toMatchObject({ outcome: 'up' });
  expect(image?.subarray(8, 12).toString()).toBe('WEBP');
  await vi.waitFor(() => expect(visits).toContain('/font-loaded'));
});

it('visits two pages at once at most', async () => {
  let open = 0;
  let most = 0;
  pages['/counted'] = (request, response) => {
    open++;
    most = Math.max(most, open);
    after(200, (_request, answer) => {
      open--;
      html('done')(_request, answer);
    })(request, response);
  };
  const all = await Promise.all(Array.from({ length: 5 }, () => probe(page('/counted'))));
  expect(all.map(({ outcome }) => outcome)).toEqual(Array(5).fill('up'));
  expect(most).toBe(2);
});

it('is closed when nobody used it for a while, and starts again', async () => {
  const started: string[] = [];
  const short = createBrowser({
    config: { chromiumPath },
    clock: systemClock,
    log: { ...log, info: (_fields: object, message: string) => void started.push(message) },
    idleMilliseconds: 50,
  });
  const before = childProcesses();
  pages['/again'] = html('again');
  expect((await short.probe(page('/again'), 20, never)).outcome).toMatchObject({ outcome: 'up' });
  await vi.waitFor(() => expect(childProcesses()).toEqual(before), { timeout: 10_000 });
  expect((await short.probe(page('/again'), 20, never)).outcome).toMatchObject({ outcome: 'up' });
  const isRoot = process.getuid?.() === 0;
  const line = expect.stringMatching(isRoot ? /^Chromium started without its own sandbox/ : /^Chromium started/);
  expect(started).toEqual([line, line]);
  await short.close();
});

/** Chromium's main processes started by this test, oldest first. */
function childProcesses(): number[] {
  const isChild = (pid: string): boolean => {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      return Number(parent) === process.pid;
    } catch {
      return false;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .filter(isChild)
    .map(Number)
    .sort((one, other) => one - other);
}
