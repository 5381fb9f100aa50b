import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startProduct } from '../support/product.ts';

const monitors = 1000;
const linesAtOnce = 200;

test('18.5 kill -9 while 1,000 monitors are changed by filter changes all or none', async () => {
  const dataDir = newDataDir();
  let product = await startProduct({ dataDir });
  onTestFinished(() => product.remove());
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Shop' } });
  for (let from = 0; from < monitors; from += linesAtOnce) {
    const lines = Array.from({ length: linesAtOnce }, (_, at) => `heartbeat 1d Job-${from + at} #env:staging`);
    await product.api.monitors.bulkCreate({ params: { websiteId }, body: { text: lines.join('\n') } });
  }
  const seen = { all: 0, none: 0 };
  for (const [round, delay] of [5, 20, 40, 80, 120, 200, 300, 'after the answer'].entries()) {
    const tag = `round:${round}`;
    /** Null if the process was killed before its answer. */
    const answer = product.api.monitors
      .bulk({ body: { filter: { tag: 'env:staging' }, action: 'add_tags', changes: { tags: [tag] } } })
      .then(
        ({ changed }) => changed,
        () => null,
      );
    await (typeof delay === 'number' ? new Promise((resolve) => setTimeout(resolve, delay)) : answer);
    await product.end('SIGKILL');
    const changed = await answer;
    product = await startProduct({ dataDir });
    const { total } = await product.api.monitors.list({ query: { tag, limit: 1 } });
    expect([0, monitors], `killed ${typeof delay === 'number' ? `after ${delay} ms` : delay}`).toContain(total);
    if (changed !== null) expect([changed, total]).toEqual([monitors, monitors]);
    await product.api.monitors.bulk({ body: { filter: { tag }, action: 'remove_tags', changes: { tags: [tag] } } });
    seen[total === 0 ? 'none' : 'all'] += 1;
  }
  expect(seen.none).toBeGreaterThan(0);
  expect(seen.all).toBeGreaterThan(0);
});
