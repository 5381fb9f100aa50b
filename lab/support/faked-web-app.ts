import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createFakeApi, type FakeApi } from '@upvigil/core/testing/fake-api';
import { emptyState, type FakeState } from '@upvigil/core/testing/fake-state';
import type { Browser, Page, Request as PageRequest } from 'playwright-core';
import { answerByFake } from '../../packages/cli/src/testing/fake-server.ts';

const dist = path.resolve(import.meta.dirname, '../../packages/web/dist');
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface OpenOptions {
  given?: (state: FakeState) => void;
  /** Changes the responses before the page requests them. */
  before?: (fake: FakeApi) => void;
  /** Requests that get no response, such as 'GET /api/websites/'. */
  holds?: RegExp;
  /** Files that are missing, as after an upgrade. */
  lacks?: RegExp;
  /** Loading time of the fonts. */
  fontsTakeMs?: number;
  isSignedIn?: boolean;
}

const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0, true))))';

export type FakedApp = Awaited<ReturnType<typeof startFakedApp>>;

/**
 * The built web app in a browser page, with a server in memory that is made from the contract. `hasClock`: the test can
 * move the page's clock.
 */
export async function startFakedApp(browser: Browser, { hasClock = false } = {}) {
  const site = await serveSite();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const traffic = watchTraffic(page, site.isHeld);
  if (hasClock) await page.clock.install();
  await page.addInitScript(`window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  const settle = async () => {
    let before: number;
    do {
      before = traffic.begun;
      // Continues even if the page reloads meanwhile.
      await page.waitForFunction(twoFrames);
    } while (traffic.running.size > 0 || traffic.begun !== before);
  };
  return {
    page,
    /** Opens a path as a new visitor, and waits until the page settles. */
    open: async (
      address: string,
      { given, before, holds, lacks, fontsTakeMs, isSignedIn = true }: OpenOptions = {},
    ): Promise<FakeApi> => {
      // A browser has six connections to a host: held requests would leave none for the next page.
      site.letGo();
      // Leaves the previous page, which could still write into the storage.
      await page.goto(`${site.url}/favicon.svg`);
      const state = emptyState();
      given?.(state);
      const fake = createFakeApi(state);
      before?.(fake);
      site.serve(fake, holds);
      // Served from the browser's cache.
      await page.unrouteAll();
      if (lacks) await page.route(lacks, (route) => route.fulfill({ status: 404 }));
      if (fontsTakeMs) {
        await page.route(/\.woff2$/, (route) => setTimeout(() => void route.continue(), fontsTakeMs));
      }
      await page.evaluate(`localStorage.clear(); sessionStorage.clear();
        if (${isSignedIn}) localStorage.setItem('token', ${JSON.stringify(state.token)});`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(site.url + address);
      await settle();
      return fake;
    },
    /**
     * Waits until nothing is loading except held requests, and everything is drawn. This is faster than waiting for an
     * element, which is polled every half second.
     */
    settle,
    close: async (): Promise<void> => {
      await context.close();
      site.close();
    },
  };
}

/** The requests of the page that will get a response. */
function watchTraffic(page: Page, isHeld: (method: string, url: string) => boolean) {
  const traffic = { begun: 0, running: new Set<PageRequest>() };
  page.on('request', (request) => {
    traffic.begun += 1;
    if (!isHeld(request.method(), new URL(request.url()).pathname)) traffic.running.add(request);
  });
  page.on('requestfinished', (request) => traffic.running.delete(request));
  page.on('requestfailed', (request) => traffic.running.delete(request));
  return traffic;
}

/** The files of the app and `axe.min.js`, and the fake server below `/api`. */
async function serveSite() {
  let fake = createFakeApi();
  let held: RegExp | undefined;
  const unanswered = new Set<IncomingMessage>();
  const isApi = (path: string) => path.startsWith('/api/');
  const isHeld = (method: string, path: string) => isApi(path) && held?.test(`${method} ${path}`) === true;
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    if (isHeld(method, url)) return void unanswered.add(request);
    if (isApi(url)) void answer(request, response, fake);
    else sendFile(url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isHeld,
    serve: (next: FakeApi, holds?: RegExp) => {
      fake = next;
      held = holds;
    },
    /** Ends held requests, and holds no others. */
    letGo: () => {
      held = undefined;
      for (const request of unanswered) request.socket.destroy();
      unanswered.clear();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const documentOf = (pathname: string): string =>
  /^\/(?:status(?:\/|$)|share\/)/.test(pathname) ? 'public/index.html' : 'index.html';

/** Every other path is the app. */
function sendFile(url: string, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://app');
  const wanted = pathname === '/axe.min.js' ? axe : path.join(dist, path.normalize(pathname));
  const file = path.extname(wanted) !== '' && existsSync(wanted) ? wanted : path.join(dist, documentOf(pathname));
  response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
  // As the real server does; it also saves compiling the same script for every page.
  if (/\.(js|woff2)$/.test(file)) response.setHeader('cache-control', 'max-age=31536000, immutable');
  createReadStream(file).pipe(response);
}

async function answer(request: IncomingMessage, response: ServerResponse, fake: FakeApi): Promise<void> {
  // Without live events no connection stays open, and only the page sends requests.
  if (new URL(request.url ?? '', 'http://app').pathname.endsWith('/events')) {
    response.writeHead(204).end();
    return;
  }
  await answerByFake(request, response, fake);
}
