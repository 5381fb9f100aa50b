import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { errorsOf, startKnownTarget } from './support/targets/known-target.ts';

let product: Product;
let websiteId: number;

beforeAll(async () => {
  // A screenshot visits the page too; here every visit counts.
  product = await startProduct({ env: { CHROMIUM_PATH: 'off' } });
  websiteId = (await product.api.websites.create({ body: { name: 'Shop' } })).id;
});
afterAll(() => product.remove());

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('checks come at their interval, and record the time that the target really took', async () => {
  const slow = await startKnownTarget(200);
  const monitor = await product.api.urls.create({
    params: { websiteId },
    body: { url: `${slow.url}/?id=1`, check_interval: 10 },
  });
  const listed = () => product.api.checks.listByUrl({ params: { urlId: monitor.id } });
  await expect.poll(async () => (await listed()).length, { timeout: 50_000 }).toBeGreaterThanOrEqual(4);
  const recorded = (await listed()).map(({ checked_at, response_time }) => ({
    ...{ id: 1, at: Date.parse(checked_at), took: (response_time ?? Number.NaN) * 1000 },
  }));
  await product.api.urls.remove({ params: { urlId: monitor.id } });
  const served = await slow.takeServed();
  slow.close();

  const visits = served.get(1) ?? [];
  const gaps = visits.slice(1).map(([at], index) => at - (visits[index]?.[0] ?? 0));
  expect(Math.abs(median(gaps) - 10_000)).toBeLessThan(100);
  const errors = errorsOf(recorded, served);
  expect(errors.length).toBe(recorded.length);
  // Whatever else the machine does only adds to a time: the least shows what the product itself adds.
  expect(Math.min(...errors)).toBeLessThan(5);
  expect(Math.min(...recorded.map(({ took }) => took))).toBeGreaterThan(199);
});
