import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Heartbeat } from '@upvigil/core/contract/heartbeats';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandFile, type Product, startProduct } from '../support/product.ts';
import { openTerminal } from '../support/terminal/terminal-session.ts';

let product: Product;
let heartbeat: Heartbeat;
beforeAll(async () => {
  product = await startProduct();
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Shop' } });
  const body = { name: 'Backup', period: 3600, key: 'nightly-backup' };
  heartbeat = await product.api.heartbeats.create({ params: { websiteId }, body });
});
afterAll(() => product.remove());

/** Runs `upvigil run` as cron does: without a terminal and without a token. */
async function run(address: string, ...command: string[]) {
  const argv = [commandFile, 'run', '--heartbeat', address, '--', ...command];
  const environment = { PATH: process.env.PATH ?? '', UPVIGIL_SERVER: product.baseUrl, HOME: '/nonexistent' };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, argv, {
    env: environment,
    maxBuffer: 10_000_000,
  }).then(
    (output) => ({ code: 0, ...output }),
    (error) => error,
  );
  return { code, stdout, stderr };
}

describe("2. `upvigil run -- sh -c 'exit 3'` exits 3", () => {
  it('and the heartbeat is DOWN with code, runtime and output', async () => {
    const ended = await run('nightly-backup', 'sh', '-c', 'echo disk full; exit 3');
    expect(ended).toEqual({ code: 3, stdout: 'disk full\n', stderr: '' });
    const params = { heartbeatId: heartbeat.id };
    expect(await product.api.heartbeats.get({ params })).toMatchObject({
      state: 'down',
      last_run: { code: 3, runtime: expect.any(Number) },
    });
    const [{ n } = { n: 0 }] = await product.api.heartbeats.pings({ params });
    expect((await product.api.heartbeats.ping({ params: { ...params, n } })).text).toBe('disk full\n');
  });

  it('with the server stopped: same exit code, nothing printed', async () => {
    const stopped = createServer();
    await new Promise<void>((resolve) => stopped.listen(0, '127.0.0.1', resolve));
    const { port } = stopped.address() as AddressInfo;
    await new Promise((resolve) => stopped.close(resolve));
    const started = performance.now();
    const ended = await run(`http://127.0.0.1:${port}/ping/nightly-backup`, 'sh', '-c', 'exit 3');
    expect(ended).toEqual({ code: 3, stdout: '', stderr: '' });
    expect((performance.now() - started) / 1000).toBeLessThan(25);
  });
});

it.skipIf(process.platform !== 'linux')('uses at most 60 MiB for 5 MB of output', async () => {
  // Its own peak, which the command reads from its parent at the end.
  const script = 'head -c 5000000 /dev/zero >&2; grep VmHWM /proc/$PPID/status';
  const { code, stdout } = await run('nightly-backup', 'sh', '-c', script);
  expect(code).toBe(0);
  expect(Number(/(\d+) kB/.exec(stdout)?.[1]) / 1024).toBeLessThan(60);
});

it('with --no-output the command has the terminal itself', async () => {
  const argv = ['run', '--heartbeat', heartbeat.ping_url ?? '', '--no-output', '--'];
  const session = openTerminal([...argv, 'sh', '-c', '[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && stty size'], {
    columns: 71,
    rows: 23,
  });
  onTestFinished(() => session.kill());
  await session.sees('23 71');
  expect((await session.ended()).exitCode).toBe(0);
});
