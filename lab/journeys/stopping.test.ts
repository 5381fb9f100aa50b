import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { newDataDir, type Product, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Limit from the signal to the end of the process, whatever hangs. */
const endsWithin = 7_000;

const started: Pick<Product, 'end'>[] = [];
afterEach(async () => {
  for (const { end } of started.splice(0)) await end('SIGKILL');
});

/** Sends the signal. Resolves with how the process ended, and after how many milliseconds. */
async function stop({ end }: Pick<Product, 'end'>, signal: NodeJS.Signals = 'SIGTERM') {
  const at = performance.now();
  const exitCode = await end(signal);
  return { exitCode, took: performance.now() - at };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** `npm start` in its own process group, as a terminal or supervisor starts it. Nothing has to be built. */
async function npmStart(): Promise<{ npm: ChildProcess; productPid: number; output: () => string }> {
  const dataDir = newDataDir();
  const env = { PATH: process.env.PATH ?? '', HOME: dataDir, DATA_DIR: dataDir, PORT: '0' };
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: 'pipe' });
  onTestFinished(() => void (npm.pid && isAlive(npm.pid) && process.kill(-npm.pid, 'SIGKILL')));
  let output = '';
  npm.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('listens on');
  const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'upvigil.lock.json'), 'utf8')) as { pid: number };
  return { npm, productPid: pid, output: () => output };
}

test.each([
  ['SIGTERM to npm alone', 'SIGTERM', 'npm'],
  ['Ctrl+C in a terminal, which npm passes on once more', 'SIGINT', 'group'],
] as const)(
  'npm start of what is built serves at once, and ends in time and tidily by %s',
  async (_what, signal, whom) => {
    const { npm, productPid, output } = await npmStart();
    onTestFinished(() => void (isAlive(productPid) && process.kill(productPid, 'SIGKILL')));
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? [];
    expect((await fetch(`${address}/status`)).status).toBe(200);
    expect(output()).not.toMatch(/build/i);
    const ended = once(npm, 'exit');
    process.kill(whom === 'group' ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal);
    await expect.poll(() => isAlive(productPid), { timeout: endsWithin }).toBe(false);
    await expect(ended).resolves.toEqual([0, null]);
  },
);

test('everything that can hang at once ends within 7 s of SIGTERM', async () => {
  const product = await startProduct();
  started.push(product);
  const { api, baseUrl } = product;
  const target = await startWebTarget();
  target.behave('hang');
  const silent = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(async () => {
    silent.close();
    await target.close();
  });
  await once(silent, 'listening');
  const { id: websiteId } = await api.websites.create({ body: { name: 'Shop' } });
  for (let at = 0; at < 20; at++) {
    await api.urls.create({ params: { websiteId }, body: { url: target.url, check_interval: 60, timeout: 30 } });
  }
  await expect.poll(() => target.requestTimes.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(20);
  const { port } = silent.address() as AddressInfo;
  const mailServer = { smtp_host: '127.0.0.1', smtp_port: port, smtp_from_email: 'status@example.org' };
  await api.settings.updateNotifications({ body: mailServer });
  const mail = once(silent, 'connection');
  api.settings.testEmail({ query: { email: 'ops@example.org' } }).catch(() => undefined);
  await mail;
  api.backup.create({}).catch(() => undefined);
  const half = net.connect(Number(new URL(baseUrl).port), '127.0.0.1');
  onTestFinished(() => void half.destroy());
  half
    .on('error', () => undefined)
    .write('POST /api/auth/login HTTP/1.1\r\nhost: upvigil\r\ncontent-length: 9\r\n\r\n{');
  expect(await stop(product)).toMatchObject({ exitCode: 0, took: expect.toSatisfy((took) => took < endsWithin) });
});
