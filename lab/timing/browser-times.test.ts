import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { createBrowser } from '../../packages/server/src/checks/screenshots/browser/browser.ts';
import { startHttpTarget } from '../../packages/server/src/testing/targets/http-target.ts';

/** Milliseconds until each path is answered. A browser requests image and script in parallel. */
const delays: Readonly<Record<string, number>> = { '/': 800, '/image.png': 1000, '/script.js': 2000 };
const wholePage = 800 + 2000;

it('a browser check records the time of the whole page within 10 %', async () => {
  const target = await startHttpTarget((request, response) => {
    const path = request.url ?? '';
    const body = path === '/' ? '<!doctype html><img src="/image.png"><script src="/script.js"></script>' : '';
    setTimeout(() => response.setHeader('content-type', path === '/' ? 'text/html' : '').end(body), delays[path] ?? 0);
  });
  onTestFinished(target.close);
  const log = { info: () => undefined, warn: () => undefined };
  const chromiumPath = process.env.CHROMIUM_PATH || null;
  const browser = createBrowser({ config: { chromiumPath }, clock: systemClock, log });
  onTestFinished(() => browser.close());
  const page = {
    kind: 'URL',
    url: target.url,
    metadata_tag: null,
    metadata_value: null,
    check_mode: 'browser',
  } as const;

  const times: number[] = [];
  for (let check = 1; check <= 3; check += 1) {
    const { outcome } = await browser.probe(page, 10, new AbortController().signal);
    expect(outcome).toMatchObject({ outcome: 'up', status_code: 200 });
    if (outcome.outcome === 'up') times.push((outcome.response_time_us ?? Number.NaN) / 1000);
  }

  // Other work of the machine only adds to a time: the minimum shows what the product itself adds.
  expect(Math.min(...times)).toBeGreaterThan(wholePage - 2);
  expect(Math.min(...times)).toBeLessThan(wholePage * 1.1);
});
