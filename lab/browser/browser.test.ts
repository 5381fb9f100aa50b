import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBrowser } from '../../packages/server/src/checks/screenshots/browser/browser.ts';
import {
  after,
  browserTools,
  html,
  never,
  openBrowsedPages,
} from '../../packages/server/src/testing/targets/browsed-pages.ts';

let lab: Awaited<ReturnType<typeof openBrowsedPages>>;
let pages: typeof lab.pages;
let page: typeof lab.page;
beforeAll(async () => {
  lab = await openBrowsedPages();
  ({ pages, page } = lab);
  expect(await lab.browser.available()).toEqual({ ok: true });
});
afterAll(() => lab.close());

it('brings a picture of a page with a font of its own', async () => {
  const font = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  );
  pages['/own.woff2'] = (_request, response) => response.end(font);
  pages['/own-font'] = html(
    '<h1>Own</h1><script>document.fonts.ready.then(([own]) => fetch("/font-" + own.status))</script>',
    '<style>@font-face{font-family:Own;src:url(/own.woff2);font-weight:100 900}h1{font:650 20px Own}</style>',
  );
  const { outcome, image } = await lab.browser.probe(page('/own-font'), 20, never);
  expect(outcome).toMatchObject({ outcome: 'up' });
  expect(image?.subarray(8, 12).toString()).toBe('WEBP');
  await vi.waitFor(() => expect(lab.visits).toContain('/font-loaded'));
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
  const all = await Promise.all(Array.from({ length: 5 }, () => lab.probe(page('/counted'))));
  expect(all.map(({ outcome }) => outcome)).toEqual(Array(5).fill('up'));
  expect(most).toBe(2);
});

it('is closed when nobody used it for a while, and starts again', async () => {
  const started: string[] = [];
  const short = createBrowser({
    ...browserTools,
    log: { ...browserTools.log, info: (_fields: object, message: string) => void started.push(message) },
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

it('may crash: that is a fault of this machine, and the next page starts another', async () => {
  pages['/fine'] = html('fine');
  const before = childProcesses();
  const dying = createBrowser(browserTools);
  pages['/waits'] = () => undefined;
  const waiting = dying.probe(page('/waits'), 20, never);
  await vi.waitFor(() => expect(lab.visits.at(-1)).toBe('/waits'), { timeout: 10_000 });
  for (const pid of childProcesses().filter((each) => !before.includes(each))) process.kill(pid, 'SIGKILL');
  expect((await waiting).outcome).toMatchObject({ outcome: 'fault', fault: 'browser' });
  expect((await dying.probe(page('/fine'), 20, never)).outcome).toMatchObject({ outcome: 'up' });
  await dying.close();
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
