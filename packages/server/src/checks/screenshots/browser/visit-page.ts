import type { BrowserContext, Page, Request } from 'playwright-core';
import { z } from 'zod';
import { within } from '../../probe/within.ts';
import type { Chromium } from './chromium.ts';

/** The result of a page visit. */
export interface Visit {
  /** HTTP status of the last main document; null if there was none. */
  status: number | null;
  /** From the start of the navigation to the load event, by the page's clock; null if it did not load. */
  loadMilliseconds: number | null;
  /** The error of the load, if any. */
  error: unknown;
  /** The address that failed to load, after redirects. */
  failedUrl: string;
  /** The page's process crashed. */
  hasCrashed: boolean;
}

interface VisitOptions {
  url: string;
  timeoutMilliseconds: number;
  signal: AbortSignal;
  /** Called with the page after it has loaded or failed. */
  look?(page: Page, visit: Visit): Promise<void>;
}

const viewport = { width: 1280, height: 800 };
const closeMilliseconds = 5000;

/** Opens a page in its own context, waits for its load event, and closes everything. */
export async function visitPage(
  { browser, userAgent }: Chromium,
  options: VisitOptions,
  onStuck: () => void,
): Promise<Visit> {
  const context = await browser.newContext({ acceptDownloads: false, serviceWorkers: 'block', viewport, userAgent });
  const closeContext = (): Promise<void> => context.close();
  options.signal.addEventListener('abort', closeContext);
  try {
    return await visitIn(context, options);
  } finally {
    options.signal.removeEventListener('abort', closeContext);
    await closeOr(closeContext(), onStuck);
  }
}

async function visitIn(context: BrowserContext, options: VisitOptions): Promise<Visit> {
  const page = await context.newPage();
  const visit: Visit = { status: null, loadMilliseconds: null, error: null, failedUrl: options.url, hasCrashed: false };
  refuseInterruptions(context, page);
  watch(page, visit);
  const deadline = performance.now() + options.timeoutMilliseconds;
  try {
    await load(page, options.url, options.timeoutMilliseconds);
    const left = Math.max(1, deadline - performance.now());
    visit.loadMilliseconds = await readLoadTime(page, left);
  } catch (error) {
    visit.error = error;
  }
  await options.look?.(page, visit);
  return visit;
}

/** Closes dialogs, which would wait for a person, and popups, which would stay open. */
function refuseInterruptions(context: BrowserContext, page: Page): void {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined);
  });
}

function watch(page: Page, visit: Visit): void {
  const isDocument = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('response', (response) => {
    if (isDocument(response.request())) visit.status = response.status();
  });
  page.on('requestfailed', (request) => {
    if (isDocument(request)) visit.failedUrl = request.url();
  });
  page.once('crash', () => {
    visit.hasCrashed = true;
  });
}

/** Follows a script that navigates elsewhere before the page has loaded, as a visitor's browser does. */
async function load(page: Page, url: string, milliseconds: number): Promise<void> {
  const started = performance.now();
  try {
    await page.goto(url, { waitUntil: 'load', timeout: milliseconds });
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('interrupted by another navigation')) throw error;
    const left = Math.max(1, milliseconds - (performance.now() - started));
    await page.waitForLoadState('load', { timeout: left });
  }
}

const readTiming = `(() => {
  const [timing] = performance.getEntriesByType('navigation');
  return timing ? timing.loadEventStart : null;
})()`;
const timingSchema = z.number().positive().nullable();

async function readLoadTime(page: Page, milliseconds: number): Promise<number | null> {
  let read: number | null = null;
  await within(
    page.evaluate(readTiming).then((value) => {
      read = timingSchema.catch(null).parse(value);
    }),
    milliseconds,
  );
  return read;
}

async function closeOr(closing: Promise<void>, onStuck: () => void): Promise<void> {
  let isDone = false;
  await within(
    closing.then(() => {
      isDone = true;
    }),
    closeMilliseconds,
  );
  if (!isDone) onStuck();
}
