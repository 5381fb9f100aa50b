import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { errorsOf, startKnownTarget } from '../support/targets/known-target.ts';

let product: Product;
let websiteId: number;

beforeAll(async () => {
  // A screenshot also visits the page, and these tests count visits.
  product = await startProduct({ env: { CHROMIUM_PATH: 'off' } });
  websiteId = (await product.api.websites.create({ body: { name: 'Shop' } })).id;
});
afterAll(() => product.remove());

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Each is checked at its start and twice more: enough gaps in few intervals. */
const monitorIds = [1, 2];

test('checks come at their interval, and record the time that the target really took', async () => {
  const slow = await startKnownTarget(200);
  const monitors = await Promise.all(
    monitorIds.map((id) =>
      product.api.urls.create({
        params: { websiteId },
        body: { url: `${slow.url}/?id=${id}`, check_interval: 10 },
      }),
    ),
  );
  const listed = () => Promise.all(monitors.map(({ id }) => product.api.checks.listByUrl({ params: { urlId: id } })));
  const fewest = async () => Math.min(...(await listed()).map((checks) => checks.length));
  await expect.poll(fewest, { timeout: 50_000 }).toBeGreaterThanOrEqual(3);
  const recorded = (await listed()).flatMap((checks, at) =>
    checks.map(({ checked_at, response_time }) => ({
      id: monitorIds[at] ?? 0,
      at: Date.parse(checked_at),
      took: (response_time ?? Number.NaN) * 1000,
    })),
  );
  for (const { id } of monitors) await product.api.urls.remove({ params: { urlId: id } });
  const served = await slow.takeServed();
  slow.close();

  const gaps = [...served.values()].flatMap((visits) =>
    visits.slice(1).map(([at], index) => at - (visits[index]?.[0] ?? 0)),
  );
  expect(Math.abs(median(gaps) - 10_000)).toBeLessThan(100);
  const errors = errorsOf(recorded, served);
  expect(errors.length).toBe(recorded.length);
  // Other work of the machine only adds to a time: the minimum shows what the product itself adds.
  expect(Math.min(...errors)).toBeLessThan(5);
  expect(Math.min(...recorded.map(({ took }) => took))).toBeGreaterThan(199);
});
