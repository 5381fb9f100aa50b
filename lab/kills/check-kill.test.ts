import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';

test('kill -9 in the middle of checks loses none that was answered as stored, doubles none, and all go on', async () => {
  const target = await startWebTarget();
  onTestFinished(() => target.close());
  const dataDir = newDataDir();
  const first = await startProduct({ dataDir });
  onTestFinished(() => first.remove());
  const website = await first.api.websites.create({ body: { name: 'Shop' } });
  const monitors = await Promise.all(
    Array.from({ length: 20 }, () =>
      first.api.urls.create({ params: { websiteId: website.id }, body: { url: target.url, check_interval: 10 } }),
    ),
  );
  const stored = await Promise.all(monitors.map(({ id }) => first.api.urls.check({ params: { urlId: id } })));
  await first.end('SIGKILL');

  const requestsBefore = target.requestTimes.length;
  const second = await startProduct({ dataDir });
  onTestFinished(() => second.remove());
  for (const check of stored) {
    expect(await second.api.checks.get({ params: { checkId: check.id } })).toEqual(check);
  }
  await expect
    .poll(() => target.requestTimes.length - requestsBefore, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(monitors.length);
  const lists = await Promise.all(monitors.map(({ id }) => second.api.checks.listByUrl({ params: { urlId: id } })));
  for (const checks of lists) {
    expect(new Set(checks.map((check) => check.checked_at)).size).toBe(checks.length);
  }
});
