import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { newDataDir, type Product, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';

const started: Product[] = [];
afterEach(async () => {
  for (const { remove } of started.splice(0)) await remove();
});

const isRoot = process.getuid?.() === 0;

/** The product on its own small file system. Other processes do not see this mount. */
async function startOnSmallDisk() {
  const dataDir = newDataDir();
  const mount = `mount -t tmpfs -o size=4m,mode=700 tmpfs ${dataDir} && exec "$@"`;
  const product = await startProduct({ dataDir, wrapper: ['unshare', '--mount', 'sh', '-c', mount, 'sh'] });
  started.push(product);
  return { product, filler: path.join('/proc', String(product.process.pid), 'root', dataDir, 'filler') };
}

function fill(filler: string): void {
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
}

test.runIf(isRoot)(
  'a full disk is reported and logged; results of that time are stored when there is space',
  async () => {
    const target = await startWebTarget();
    onTestFinished(() => target.close());
    const { product, filler } = await startOnSmallDisk();
    const { api, baseUrl, output } = product;
    const health = async () => {
      const answer = await fetch(`${baseUrl}/healthz`);
      return [answer.status, ((await answer.json()) as { detail?: string }).detail];
    };
    const { id: websiteId } = await api.websites.create({ body: { name: 'Shop' } });
    const monitors = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.urls.create({ params: { websiteId }, body: { url: target.url, check_interval: 10 } }),
      ),
    );
    const stored = async () =>
      (await Promise.all(monitors.map(({ id }) => api.checks.listByUrl({ params: { urlId: id } })))).flat().length;
    await expect.poll(stored, { timeout: 15_000 }).toBeGreaterThanOrEqual(5);

    fill(filler);
    await expect.poll(health).toEqual([503, 'The disk is full']);
    const edit = () =>
      api.websites.update({ params: { websiteId }, body: { name: 'Shop', description: 'x'.repeat(2000) } });
    await expect.poll(() => edit().then(String, String), { timeout: 15_000 }).toContain('The disk is full');
    await expect.poll(output, { timeout: 15_000 }).toContain(`nothing can be stored in ${product.dataDir}`);
    await expect.poll(() => target.requestTimes.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(15);

    rmSync(filler);
    const found = target.requestTimes.length;
    await expect.poll(health, { timeout: 40_000 }).toEqual([200, undefined]);
    await expect.poll(stored, { timeout: 40_000 }).toBeGreaterThanOrEqual(found);
    await expect(edit()).resolves.toMatchObject({ name: 'Shop' });
    expect(await product.end('SIGTERM')).toBe(0);
  },
);

test.runIf(isRoot)('a start on a full disk ends with one sentence that names it', async () => {
  const dataDir = newDataDir();
  const mount = `mount -t tmpfs -o size=64k tmpfs ${dataDir} && exec "$@"`;
  const wrapper = ['unshare', '--mount', 'sh', '-c', mount, 'sh'];
  const failure = await startProduct({ dataDir, wrapper }).then(String, String);
  const [first, sentence, ...rest] = failure.split('\n');
  expect(first).toContain('The product ended with 1');
  expect(sentence).toBe(
    `upvigil: The disk is full: DATA_DIR ${dataDir} has no space for the start; make some and start again`,
  );
  expect(rest.filter(Boolean)).toEqual([]);
});
