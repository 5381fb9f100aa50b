import type { Page } from 'playwright-core';
import type { ProbeOutcome, TargetOf } from '../../../base/domain/check.ts';
import { down, nothingMeasured } from '../../probe/failure-text.ts';
import { fault } from '../../probe/faults.ts';
import { statusProblem } from '../../probe/probes/url/accepted-status.ts';
import { within } from '../../probe/within.ts';
import type { Chromium } from './chromium.ts';
import { outcomeOfFailure } from './page-failure.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { type Visit, visitPage } from './visit-page.ts';

/** Result of a browser check with an image of the page (WebP); null without one. */
export interface BrowserCheck {
  outcome: ProbeOutcome;
  image: Buffer | null;
}

interface BrowserProbeOptions {
  timeoutSeconds: number;
  signal: AbortSignal;
  /** Called when the page cannot be closed. */
  onStuck(): void;
}

/** Loads a page with all its resources, and evaluates its main document. */
export async function probeInBrowser(
  chromium: Chromium,
  target: TargetOf<'URL'>,
  { timeoutSeconds, signal, onStuck }: BrowserProbeOptions,
): Promise<BrowserCheck> {
  let image: Buffer | null = null;
  let metadata_found: boolean | null = null;
  const look = async (page: Page, visit: Visit): Promise<void> => {
    if (visit.hasCrashed || visit.status === null || signal.aborted) return;
    if (visit.error === null) metadata_found = await findMetadata(page, target);
    image = await takeScreenshot(page);
  };
  const visit = await visitPage(
    chromium,
    { url: target.url, timeoutMilliseconds: timeoutSeconds * 1000, signal, look },
    onStuck,
  );
  if (signal.aborted) return { outcome: fault('browser', 'the browser check was ended'), image: null };
  if (visit.hasCrashed) return { outcome: fault('browser', 'the page crashed the browser'), image: null };
  const problem = visit.status === null ? null : statusProblem(visit.status, target.url_options?.request);
  return { outcome: outcomeOf(visit, problem, chromium, timeoutSeconds, metadata_found), image };
}

/** HTTP statuses without content, so that no page loads although nothing is wrong. */
const statusesWithoutPage: ReadonlySet<number> = new Set([204, 205]);

/** Chromium's error for an error status without content. */
const emptyErrorPage = 'net::ERR_HTTP_RESPONSE_CODE_FAILURE';

function outcomeOf(
  visit: Visit,
  problem: string | null,
  { proxy }: Chromium,
  timeoutSeconds: number,
  metadata_found: boolean | null,
): ProbeOutcome {
  const { status, loadMilliseconds, error } = visit;
  const response_time_us = loadMilliseconds === null ? null : Math.round(loadMilliseconds * 1000);
  const measured = { ...nothingMeasured, response_time_us, status_code: status, metadata_found };
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  // Chromium fails to load an error status without content, but the status says more than that failure.
  if (problem !== null && !isTimeout) return down(problem, measured);
  const isEmptyPage = String(error).includes(emptyErrorPage);
  const isLoaded = error === null || isEmptyPage || (status !== null && statusesWithoutPage.has(status));
  if (status === null || !isLoaded) return outcomeOfFailure(visit, proxy, timeoutSeconds);
  return { outcome: 'up', ...measured };
}

const metadataMilliseconds = 2000;

/** Searches the page for the `<meta>` after its scripts have run. Null without a tag, or if the page hangs. */
async function findMetadata(page: Page, { metadata_tag, metadata_value }: TargetOf<'URL'>): Promise<boolean | null> {
  if (metadata_tag === null) return null;
  const wanted = JSON.stringify({ tag: metadata_tag.trim().toLowerCase(), value: metadata_value?.trim() || null });
  const search = `((wanted) => [...document.querySelectorAll('meta')].some((meta) =>
    ['name', 'property', 'itemprop'].some((each) => meta.getAttribute(each)?.trim().toLowerCase() === wanted.tag) &&
    (wanted.value === null || meta.getAttribute('content')?.trim() === wanted.value)))(${wanted})`;
  let isFound: boolean | null = null;
  await within(
    page.evaluate(search).then((value) => {
      isFound = value === true;
    }),
    metadataMilliseconds,
  );
  return isFound;
}
