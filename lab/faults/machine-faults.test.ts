import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { findDamage } from '../support/kills/facts/find-facts.ts';
import { openKilledStorage } from '../support/kills/killed-storage.ts';
import { newDataDir, type Product, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';

const started: Product[] = [];
afterEach(async () => {
  for (const { remove } of started.splice(0)) await remove();
});

const env = { CHROMIUM_PATH: 'off' };
async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct({ env, ...options });
  started.push(product);
  return product;
}

const healthOf = async ({ baseUrl }: Product): Promise<unknown> => (await fetch(`${baseUrl}/healthz`)).json();
const can = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const inMountOf = (setup: string): string[] => ['unshare', '--mount', 'sh', '-c', `${setup} && exec "$@"`, 'sh'];
const canMount = can('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp');

test.runIf(can('prlimit', '--version'))(
  'descriptors that run out while it works are no outage, and are logged once',
  async () => {
    const target = await startWebTarget();
    onTestFinished(() => target.close());
    const product = await start();
    const { api, baseUrl, output } = product;
    const { id: websiteId } = await api.websites.create({ body: { name: 'Shop' } });
    const body = { check_interval: 10, failure_threshold: 1 };
    const urls = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        api.urls.create({ params: { websiteId }, body: { url: target.url + number, ...body } }),
      ),
    );
    const checks = async () =>
      (await Promise.all(urls.map(({ id }) => api.checks.listByUrl({ params: { urlId: id } })))).flat();
    await expect.poll(async () => (await checks()).length).toBe(urls.length);
    const pid = String(product.process.pid);
    const allow = (descriptors: number) => execFileSync('prlimit', ['--pid', pid, `--nofile=${descriptors}:`]);

    // Open files stay open, but no more can be opened.
    allow(firstFree(readdirSync(`/proc/${pid}/fd`).map(Number)));
    await expect.poll(output, { timeout: 30_000 }).toContain('out of file descriptors');
    const turnedAway = fetch(`${baseUrl}/healthz`, {
      signal: AbortSignal.timeout(1000),
      headers: { connection: 'close' },
    });
    await turnedAway.catch(() => undefined);

    allow(1024);
    expect(await healthOf(product)).toEqual({ status: 'ok' });
    const faults = /upvigil_probe_faults_total\{reason="file-descriptors"\} (\d+)/;
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    expect(Number(faults.exec(metrics)?.[1])).toBeGreaterThan(0);
    await expect.poll(async () => (await checks()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2 * urls.length);
    expect((await checks()).filter(({ is_up }) => !is_up)).toEqual([]);
    expect(output().match(/out of file descriptors/g)).toHaveLength(1);
  },
);

/** The lowest free descriptor number. */
function firstFree(descriptors: readonly number[]): number {
  const taken = new Set(descriptors);
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}

test('a start with too few descriptors ends with one sentence', async () => {
  const wrapper = ['sh', '-c', 'ulimit -n 30; exec "$@"', 'sh'];
  const failure = await startProduct({ env, wrapper }).then(String, String);
  expect(failure.split('\n').slice(1).filter(Boolean)).toEqual([
    'upvigil: this process may open too few files: allow more by ulimit -n, or LimitNOFILE',
  ]);
});

test('with a heap of 40 MiB it works or ends, and what it stored is whole', async () => {
  const product = await start({ env: { ...env, NODE_OPTIONS: '--max-old-space-size=40' } });
  const { api, dataDir } = product;
  const description = 'x'.repeat(1900);
  const stored: string[] = [];
  for (let number = 0; number < 10; number++) {
    const made = await api.websites.create({ body: { name: `website ${number}`, description } }).catch(() => null);
    if (made) stored.push(made.name);
  }
  await api.backup.create({ query: {} }).catch(() => null);
  await product.end('SIGKILL');
  const storage = await openKilledStorage('sqlite', dataDir);
  const found = await storage.read(async (opened) => ({
    damage: await findDamage(opened, { dataDir, checked: new Set() }),
    names: (await opened.db.selectFrom('websites').select('name').orderBy('id').execute()).map(({ name }) => name),
  }));
  expect(found.damage).toEqual([]);
  expect(found.names).toEqual(expect.arrayContaining(stored));
});

test('a database file that is deleted while the server runs is reported by /healthz and in the log', async () => {
  const product = await start();
  await expect.poll(() => healthOf(product)).toEqual({ status: 'ok' });
  rmSync(path.join(product.dataDir, 'upvigil.sqlite'));
  const detail = 'The database file was moved or deleted: what is stored now is lost at the next start';
  expect(await healthOf(product)).toEqual({ status: 'unavailable', detail });
  expect(product.output()).toContain(detail);
});

test.runIf(canMount)('a start on a read-only disk ends with one sentence, and changes nothing', async () => {
  const first = await start();
  await first.end('SIGKILL');
  const { dataDir } = first;
  const wrapper = inMountOf(`mount --bind ${dataDir} ${dataDir} && mount -o remount,bind,ro ${dataDir}`);
  const failure = await startProduct({ dataDir, env, wrapper }).then(String, String);
  const [sentence, ...rest] = failure.split('\n').slice(1).filter(Boolean);
  expect(sentence).toMatch(new RegExp(`^upvigil: DATA_DIR ${dataDir} cannot be written: .*read-only file system`));
  expect(rest).toEqual([]);
});

/** A file system in a file. The kernel makes it read-only when it notices damage. */
function makeDiskImage(): string | null {
  const image = path.join(newDataDir(), 'image');
  const file = openSync(image, 'w');
  ftruncateSync(file, 48 * 1024 * 1024);
  closeSync(file);
  onTestFinished(() => rmSync(path.dirname(image), { recursive: true, force: true }));
  const mount = `mkfs.ext4 -q -F ${image} && mkdir -p ${image}.mount && mount -o loop ${image} ${image}.mount`;
  return can('unshare', '--mount', 'sh', '-c', mount) ? image : null;
}

test.runIf(canMount)(
  'a disk that becomes read-only is reported, and every confirmed change is there at the next start',
  async (context) => {
    const image = makeDiskImage();
    if (image === null) return context.skip('needs mkfs.ext4 and loop devices');
    const dataDir = newDataDir();
    const wrapper = inMountOf(`mount -o loop ${image} ${dataDir}`);
    const product = await start({ dataDir, wrapper });
    const create = (name: string) => product.api.websites.create({ body: { name } });
    await create('before');
    const there = ['nsenter', '--target', String(product.process.pid), '--mount', '--'] as const;
    execFileSync(there[0], [...there.slice(1), 'mount', '-o', 'remount,abort', dataDir]);

    // SQLite does not always report why the system refused.
    const words = /The disk (is read-only|fails to read or write)/;
    const refused = (message: unknown) => ({ status: 503, message });
    await expect(create('after')).rejects.toMatchObject(refused(expect.stringMatching(words)));
    expect(await healthOf(product)).toEqual({ status: 'unavailable', detail: expect.stringMatching(words) });
    const why = 'The backup could not be written: The disk is read-only';
    await expect(product.api.backup.create({ query: {} })).rejects.toMatchObject(refused(why));
    expect(product.output().match(/nothing can be stored in/g)).toHaveLength(1);
    expect(await product.end('SIGTERM')).toBe(0);

    const again = await start({ dataDir, wrapper });
    expect((await again.api.websites.list()).map(({ name }) => name)).toEqual(['before']);
    await again.end('SIGTERM');
  },
);
