import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '../e2e/support/browser.ts';
import { newDataDir, type Product, startProduct } from '../e2e/support/product.ts';
import { openSqliteStorage } from '../packages/server/src/storage/database.ts';
import { fillHistory } from '../packages/server/src/testing/rows.ts';
import { addDemoWebsites, startDemoTargets } from './demo-targets.ts';
import { takeTerminalPicture } from './terminal-picture.ts';

/** The pictures of the documents: the built product with demo targets and a month of demo history behind them. */
const folder = path.join(import.meta.dirname, '..', 'docs', 'images');
const day = 86_400_000;
const firstChecksMilliseconds = 40_000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A daily swing, with an outage now and then that differs from monitor to monitor. */
const demoCheck = (monitorId: number) => (at: number) => {
  const isDown = Math.floor(at / 3_600_000) % (211 + 17 * monitorId) === 0;
  const swing = 1 + 0.4 * Math.sin((at / day) * 2 * Math.PI + monitorId);
  const noise = 0.8 + ((at / 1000) % 97) / 240;
  return {
    is_up: !isDown,
    is_slow: false,
    response_time_us: isDown ? null : Math.round(180_000 * (1 + monitorId / 6) * swing * noise),
    status: isDown ? '503' : null,
  };
};

async function addHistory(dataDir: string, ids: readonly number[]): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  const to = Date.now() - 120_000;
  for (const id of ids) {
    await fillHistory(storage.db, {
      monitor_ids: [id],
      ...{ from: to - 29 * day, to, interval_seconds: 60, check: demoCheck(id) },
    });
  }
  await storage.close();
}

async function withHistory(): Promise<{ product: Product; close(): void }> {
  const dataDir = newDataDir();
  const targets = await startDemoTargets();
  const seeding = await startProduct({ dataDir });
  await addDemoWebsites(seeding.api, targets);
  const websites = await seeding.api.websites.list();
  const ids: number[] = [];
  for (const { id: websiteId } of websites) {
    const at = { params: { websiteId } };
    ids.push(...(await seeding.api.urls.listByWebsite(at)).map(({ id }) => id));
    ids.push(...(await seeding.api.networkMonitors.listByWebsite(at)).map(({ id }) => id));
  }
  await seeding.end('SIGTERM');
  await addHistory(dataDir, ids);
  return { product: await startProduct({ dataDir }), close: () => targets.close() };
}

const { product, close } = await withHistory();
await wait(firstChecksMilliseconds);
const [website] = await product.api.websites.list();
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
await context.addInitScript((token) => localStorage.setItem('token', token), product.token);
mkdirSync(folder, { recursive: true });
const pictures = {
  dashboard: '/',
  website: `/websites/${website?.id}`,
  status: '/status',
  detail: `/status/${website?.id}`,
};
for (const [name, address] of Object.entries(pictures)) {
  const page = await context.newPage();
  await page.goto(product.baseUrl + address);
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await wait(2_000);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
const environment = { UPVIGIL_SERVER: product.baseUrl, UPVIGIL_TOKEN: product.token };
await takeTerminalPicture(
  browser,
  { argv: ['dashboard'], environment, until: /Docs +[\d.]+ ?%/ },
  path.join(folder, 'terminal.png'),
);
await browser.close();
close();
await product.remove();
