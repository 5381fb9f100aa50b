import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { createFakeApi, type FakeApi } from '../../packages/web/src/testing/fake-api.ts';
import { emptyState, type FakeState } from '../../packages/web/src/testing/fake-state.ts';

const dist = path.resolve(import.meta.dirname, '../../packages/web/dist');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The built web app as static files; what is not a file is the app itself. */
export interface StaticSite {
  readonly url: string;
  close: () => Promise<void>;
}

export async function serveBuiltApp(): Promise<StaticSite> {
  const server = createServer(({ url = '/' }, response) => {
    const wanted = path.join(dist, path.normalize(new URL(url, 'http://app').pathname));
    const isFile = path.extname(wanted) !== '' && wanted.startsWith(dist) && existsSync(wanted);
    const file = isFile ? wanted : path.join(dist, 'index.html');
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface OpenOptions {
  given?: (state: FakeState) => void;
  /** Changes what the server answers before the page asks it. */
  before?: (fake: FakeApi) => void;
  width?: number;
  isSignedIn?: boolean;
  /** Lets the test move the page's clock. */
  hasClock?: boolean;
}

export interface OpenedPage {
  page: Page;
  fake: FakeApi;
  close: () => Promise<void>;
}

/** Opens a path of the app in a context of its own, against a server in memory that is made from the contract. */
export async function openFaked(
  browser: Browser,
  site: StaticSite,
  address: string,
  { given, before, width = 1440, isSignedIn = true, hasClock = false }: OpenOptions = {},
): Promise<OpenedPage> {
  const state = emptyState();
  given?.(state);
  const fake = createFakeApi(state);
  before?.(fake);
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  if (hasClock) await page.clock.install();
  await page.addInitScript(`window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  if (isSignedIn) await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(state.token)})`);
  await page.route('**/api/**', (route) => answer(route, fake));
  await page.goto(site.url + address);
  return { page, fake, close: () => context.close() };
}

async function answer(route: Route, fake: FakeApi): Promise<void> {
  const request = route.request();
  // A faked answer cannot stay open, so there are no live events.
  if (request.url().endsWith('/events')) return route.fulfill({ status: 204 });
  const body = request.postDataBuffer();
  const response = await fake.handle(
    new Request(request.url(), {
      method: request.method(),
      headers: request.headers(),
      ...(body ? { body: new Uint8Array(body) } : {}),
    }),
  );
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
