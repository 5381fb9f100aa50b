import { evidenceDocumentSchema } from '@upvigil/core/contract/evidence';
import { expect, onTestFinished, test } from 'vitest';
import { openKilledStorage } from '../support/kills/killed-storage.ts';
import { newDataDir, type Product, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';
import { waitUntil } from '../support/wait-until.ts';

const monitors = 30;

/** State after a kill: number of alerts, and the ids of those without readable evidence. */
async function leftBehind(dataDir: string): Promise<{ alerts: number; bare: number[]; orphans: number }> {
  const storage = await openKilledStorage('sqlite', dataDir);
  return storage.read(async ({ db }) => {
    const alerts = await db
      .selectFrom('alerts as a')
      .leftJoin('evidence as e', 'e.alert_id', 'a.id')
      .select(['a.id', 'e.document'])
      .execute();
    const isReadable = (document: string | null): boolean =>
      document !== null && evidenceDocumentSchema.safeParse(JSON.parse(document)).success;
    const rows = await db.selectFrom('evidence').select('alert_id').execute();
    const known = new Set(alerts.map(({ id }) => id));
    return {
      alerts: alerts.length,
      bare: alerts.filter(({ document }) => !isReadable(document)).map(({ id }) => id),
      orphans: rows.filter(({ alert_id }) => !known.has(alert_id)).length,
    };
  });
}

/** Starts all checks, and kills the product as soon as it lists one more alert, while it stores the others. */
async function killAtNextAlert(product: Product, urlIds: readonly number[]): Promise<void> {
  const countAlerts = async (): Promise<number> => (await product.api.alerts.list({ query: { hours: 24 } })).length;
  const before = await countAlerts();
  let running = 0;
  const checkAll = (): void => {
    for (const urlId of urlIds) {
      running += 1;
      const ended = (): void => {
        running -= 1;
      };
      product.api.urls.check({ params: { urlId } }).then(ended, ended);
    }
  };
  const isListed = async (): Promise<boolean> => {
    // Repeated if the machine stood still meanwhile, because then no check counts that found a target down.
    if (running === 0) checkAll();
    return (await countAlerts()) > before;
  };
  expect(await waitUntil(isListed, { everyMs: 2, atMostMs: 20_000 })).toBe(true);
  await product.end('SIGKILL');
}

test('13.3: after kill -9 at an alert there is its evidence too, or no alert', async () => {
  const target = await startWebTarget();
  onTestFinished(() => target.close());
  const dataDir = newDataDir();
  let product = await startProduct({ dataDir });
  onTestFinished(() => product.remove());
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Shop' } });
  const urlIds: number[] = [];
  for (let at = 0; at < monitors; at += 1) {
    const body = { url: `${target.url}?${at}`, failure_threshold: 1, check_interval: 3600 };
    urlIds.push((await product.api.urls.create({ params: { websiteId }, body })).id);
  }

  let alerts = 0;
  // Problems start and end alternately.
  for (const behaviour of ['error', 'ok', 'error', 'ok'] as const) {
    target.behave(behaviour);
    await killAtNextAlert(product, urlIds);
    const left = await leftBehind(dataDir);
    expect(left).toMatchObject({ bare: [], orphans: 0 });
    expect(left.alerts).toBeGreaterThan(alerts);
    alerts = left.alerts;
    product = await startProduct({ dataDir });
  }
  const listed = await product.api.alerts.list({ query: { hours: 24 } });
  expect(listed.length).toBeGreaterThanOrEqual(alerts);
  expect(listed.every(({ has_evidence }) => has_evidence)).toBe(true);
}, 180_000);
