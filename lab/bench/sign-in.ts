import { rmSync } from 'node:fs';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { fillHistory, makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import type { Browser } from 'playwright-core';
import { addRecentCheck } from '../../packages/server/src/base/domain/recent-checks.ts';
import { launchBrowser } from '../support/browser.ts';
import { adminPassword, newDataDir, spawnProduct } from '../support/product.ts';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

/** Measures the time from the click on 'Sign in' to the complete dashboard of 2,000 monitors, and the bytes sent. */
const websites = 200;
const monitorsEach = 10;
const runs = 7;
const minute = 60_000;
const day = 24 * 60 * minute;

/** The recent checks of a monitor, in their stored form. */
function recentChecks(monitor: number, isUp: boolean): string {
  let encoded = '';
  for (let check = 0; check < 48; check += 1) {
    const ms = 100 + ((check * 79 + monitor * 104) % 400);
    encoded = addRecentCheck(encoded, isUp ? { state: 'up', ms } : { state: 'down', ms: null });
  }
  return encoded;
}

/** The monitor with that number; every fiftieth is down. It is not due during the measurement. */
function monitorAt(place: number, now: number) {
  const isUp = (place + 1) % 50 !== 0;
  const kind = place % 5 === 4 ? ('TCP_PORT' as const) : ('URL' as const);
  return {
    kind,
    name: kind === 'URL' ? null : `Port ${place}`,
    target: `http://127.0.0.1:9/?id=${place}`,
    check_interval_seconds: 3600,
    next_due_at: now + 60 * minute,
    recent_checks: recentChecks(place, isUp),
    is_up: isUp ? (1 as const) : (0 as const),
    last_check_time: now,
    created_at: now - 7 * day,
  };
}

/** All monitors, with one check a minute for a week. */
async function seed(dataDir: string): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const now = Date.now();
  const ids: number[] = [];
  for (let website = 1; website <= websites; website += 1) {
    const { id: website_id } = await makeWebsite(storage.db, { name: `Website ${website}`, created_at: now - 7 * day });
    for (let place = 0; place < monitorsEach; place += 1) {
      ids.push((await makeMonitor(storage.db, { ...monitorAt(ids.length, now), website_id })).id);
    }
  }
  await fillHistory(storage.db, {
    monitor_ids: ids,
    from: now - 7 * day,
    to: now,
    interval_seconds: 60,
    check: (at) => ({
      is_up: true,
      is_slow: false,
      status: null,
      response_time_us: 100_000 + (((at / 1000) * 7919) % 40_000),
    }),
  });
  await storage.close();
}

/** A browser with an empty cache. */
async function signIn(browser: Browser, baseUrl: string): Promise<{ took: number; kilobytes: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('Admin Password').fill(adminPassword);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.evaluate(`
    const watch = new MutationObserver(() => {
      const charts = document.querySelectorAll('figure svg[role=img] path').length;
      const isWhole = charts > 2 && /Manage Services/.test(document.body.textContent) && /Website 1/.test(document.body.textContent);
      if (isWhole) window.wholeAt ??= performance.now();
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
    document.querySelector('button[type=submit]').addEventListener('click', () => (window.clickedAt = performance.now()));`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForFunction(() => 'wholeAt' in window);
  const took = await page.evaluate<number>('window.wholeAt - window.clickedAt');
  await page.waitForLoadState('networkidle');
  await context.close();
  return { took, kilobytes: bytes / 1000 };
}

const dataDir = newDataDir();
await seed(dataDir);
const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword });
const browser = await launchBrowser();
const found: Awaited<ReturnType<typeof signIn>>[] = [];
for (let run = 0; run < runs; run += 1) found.push(await signIn(browser, product.baseUrl));
await browser.close();
await product.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });

const show = (target: 'sign-in-time' | 'sign-in-weight', values: number[], unit: string) => {
  const median = percentile(values, 0.5);
  console.log(
    `sign-in to the whole dashboard, ${websites * monitorsEach} monitors: median ${median.toFixed(0)} ${unit} of ${values.length}, worst ${Math.max(...values).toFixed(0)}`,
  );
  reportFigure(target, median);
};
show(
  'sign-in-time',
  found.map(({ took }) => took),
  'ms',
);
show(
  'sign-in-weight',
  found.map(({ kilobytes }) => kilobytes),
  'KB',
);
