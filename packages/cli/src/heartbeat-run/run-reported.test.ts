import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runReported } from './run-reported.ts';
import { redirectTarget } from './send-ping.ts';

interface Ping {
  /** After the key, without the run's id. */
  path: string;
  rid: string | null;
  body: Buffer;
}

let server: Server;
let pings: Ping[];
/** The status of the next responses; then 200. */
let statuses: number[];
let onPing: (ping: Ping) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '', 'http://server');
    const ping = { path: url.pathname.slice(9), rid: url.searchParams.get('rid'), body: Buffer.concat(chunks) };
    pings.push(ping);
    onPing(ping);
    response.writeHead(statuses.shift() ?? 200).end('OK');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  pings = [];
  statuses = [];
  onPing = () => undefined;
});

const addressOf = (server: { address(): unknown }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/key`;

interface Options {
  pingAddress?: string;
  isOutputSent?: boolean;
  retryMs?: number;
  onSignal?: (callback: (signal: NodeJS.Signals) => void) => () => void;
}

async function run(command: readonly string[], options: Options = {}) {
  const { isOutputSent = true, retryMs = 20_000, onSignal = () => () => undefined } = options;
  const stdout = collect();
  const stderr = collect();
  const line = { pingAddress: options.pingAddress ?? addressOf(server), isOutputSent, command };
  const streams = () => ({ stdout: stdout.stream, stderr: stderr.stream });
  const exitCode = await runReported(line, { host: { variables: process.env, onSignal }, streams, retryMs });
  return { exitCode, stdout: stdout.bytes(), stderr: stderr.bytes() };
}

function collect() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

const reported = (): string[] => pings.map(({ path }) => path);
const lastBody = (): string => pings.at(-1)?.body.toString() ?? '';

describe('a command', () => {
  it('keeps its exit code and its output, which is reported with both ends of the run', async () => {
    const { exitCode, stdout, stderr } = await run(['sh', '-c', 'echo out; echo problem >/dev/stderr; exit 3']);
    expect({ exitCode, stdout: String(stdout), stderr: String(stderr) }).toEqual({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'problem\n',
    });
    expect(reported()).toEqual(['/start', '/3']);
    expect(lastBody().split('\n').sort()).toEqual(['', 'out', 'problem']);
    expect(pings[0]?.rid).toMatch(/^[\da-f-]{36}$/);
    expect(pings[1]?.rid).toBe(pings[0]?.rid);
  });

  it('gets its arguments without a shell', async () => {
    const { stdout } = await run(['printf', '%s|', '$(id)', 'a b', '--no-output', '*']);
    expect(String(stdout)).toBe('$(id)|a b|--no-output|*|');
  });

  it('that is not found ends with 127, which is reported with the reason', async () => {
    const { exitCode, stdout, stderr } = await run(['upvigil-no-such-command']);
    expect([exitCode, stdout.length, stderr.length]).toEqual([127, 0, 0]);
    expect(pings.find(({ path }) => path === '/127')?.body.toString()).toContain('upvigil-no-such-command');
  });

  it('that a signal ends has 128 and its number', async () => {
    expect((await run(['sh', '-c', 'kill -9 $$'])).exitCode).toBe(137);
    expect(reported()).toEqual(['/start', '/137']);
  });

  it('starts while the start ping is unanswered, and its end is reported after it', async () => {
    let release = (): void => undefined;
    const held = createServer((request, response) => {
      pings.push({ path: request.url ?? '', rid: null, body: Buffer.alloc(0) });
      if (request.url?.includes('/start')) release = () => response.end();
      else response.end();
    });
    await listen(held);
    const stdout = collect();
    const ended = runReported(
      { pingAddress: addressOf(held), isOutputSent: true, command: ['echo', 'runs'] },
      {
        host: { variables: process.env, onSignal: () => () => undefined },
        streams: () => ({ stdout: stdout.stream, stderr: stdout.stream }),
        retryMs: 20_000,
      },
    );
    await expect.poll(() => String(stdout.bytes())).toBe('runs\n');
    await expect.poll(() => pings.length).toBe(1);
    release();
    expect(await ended).toBe(0);
    expect(pings.map(({ path }) => path.split('?')[0])).toEqual(['/ping/key/start', '/ping/key/0']);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGUSR1'] as const)('receives %s', async (signal) => {
    let send: (signal: NodeJS.Signals) => void = () => undefined;
    const onSignal = (callback: typeof send) => {
      send = callback;
      return () => undefined;
    };
    const name = signal.slice(3);
    const script = `trap 'exit 5' ${name}; echo ready; while :; do sleep 0.02; done`;
    const stdout = collect();
    const ended = runReported(
      { pingAddress: addressOf(server), isOutputSent: true, command: ['sh', '-c', script] },
      {
        host: { variables: process.env, onSignal },
        streams: () => ({ stdout: stdout.stream, stderr: stdout.stream }),
        retryMs: 20_000,
      },
    );
    await expect.poll(() => String(stdout.bytes())).toBe('ready\n');
    send(signal);
    expect(await ended).toBe(5);
    expect(reported()).toEqual(['/start', '/5']);
  });
});

describe('the output', () => {
  it('of 5 MB of any bytes passes through unchanged, and its last 10,000 bytes are reported', async () => {
    const pattern = 'Buffer.alloc(5_000_000, Buffer.from(Array.from({ length: 251 }, (_, n) => n)))';
    const { stdout } = await run(['node', '-e', `process.stdout.write(${pattern})`]);
    expect(stdout.equals(Buffer.alloc(5_000_000, Buffer.from(Array.from({ length: 251 }, (_, n) => n))))).toBe(true);
    expect(pings.at(-1)?.body.equals(stdout.subarray(-10_000))).toBe(true);
  });

  it('is not reported with --no-output', async () => {
    expect((await run(['sh', '-c', 'exit 1'], { isOutputSent: false })).exitCode).toBe(1);
    expect(pings.map(({ path, body }) => [path, body.length])).toEqual([
      ['/start', 0],
      ['/1', 0],
    ]);
  });

  it('of a process left in the background is not awaited', async () => {
    const { exitCode, stdout } = await run(['sh', '-c', 'sleep 60 & echo $!']);
    process.kill(Number(String(stdout)));
    expect(exitCode).toBe(0);
    expect(reported()).toEqual(['/start', '/0']);
  });
});

describe('the end', () => {
  it('is reported again after an error of the server', async () => {
    statuses = [200, 503];
    expect((await run(['false'])).exitCode).toBe(1);
    expect(reported()).toEqual(['/start', '/1', '/1']);
  });

  it('is reported once to an unknown address', async () => {
    statuses = [404, 404];
    expect((await run(['false'])).exitCode).toBe(1);
    expect(reported()).toEqual(['/start', '/1']);
  });

  it('follows a redirect of the server, with its output', async () => {
    const direct = createServer((request, response) => {
      if (!request.url?.startsWith('/old')) return server.emit('request', request, response);
      return response.writeHead(301, { location: request.url.replace('/old', '') }).end();
    });
    await listen(direct);
    const pingAddress = addressOf(direct).replace('/ping', '/old/ping');
    expect((await run(['sh', '-c', 'echo out; exit 3'], { pingAddress })).exitCode).toBe(3);
    expect(reported()).toEqual(['/start', '/3']);
    expect(lastBody()).toBe('out\n');
  });

  it.each([
    ['http://a.test/ping/key/0?rid=1', 301, 'https://a.test/ping/key/0?rid=1', 'https://a.test/ping/key/0?rid=1'],
    ['http://me:word@a.test:8080/ping/key', 308, 'https://a.test/ping/key', 'https://me:word@a.test/ping/key'],
    ['https://a.test/ping/key', 302, '/up/ping/key', 'https://a.test/up/ping/key'],
    ['https://a.test/ping/key', 301, 'http://a.test/ping/key', undefined],
    ['http://a.test/ping/key', 301, 'http://a.test:81/ping/key', undefined],
    ['http://a.test/ping/key', 301, 'https://b.test/ping/key', undefined],
    ['http://a.test/ping/key', 303, 'https://a.test/ping/key', undefined],
    ['http://a.test/ping/key', 301, 'http://[', undefined],
    ['http://a.test/ping/key', 301, undefined, undefined],
    ['http://a.test/ping/key', 200, 'https://a.test/ping/key', undefined],
  ])('of %s, redirected by %i to %s, goes to %s', (from, status, location, target) => {
    expect(redirectTarget(new URL(from), { status, location })?.href).toBe(target);
  });

  it('changes nothing for the command while the server is stopped', async () => {
    const stopped = createServer();
    await new Promise<void>((resolve) => stopped.listen(0, '127.0.0.1', resolve));
    const pingAddress = addressOf(stopped);
    await new Promise((resolve) => stopped.close(resolve));
    await expectUnchanged(pingAddress);
  });

  it('changes nothing for the command while the server is silent', async () => {
    const sockets: Socket[] = [];
    const silent = createTcpServer((socket) => sockets.push(socket));
    await listen(silent);
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expectUnchanged(addressOf(silent));
  });
});

/** Runs a command that fails, with an output, and retries shortly. */
async function expectUnchanged(pingAddress: string): Promise<void> {
  const started = performance.now();
  const { exitCode, stdout, stderr } = await run(['sh', '-c', 'echo out; exit 3'], { pingAddress, retryMs: 700 });
  expect([exitCode, String(stdout), String(stderr)]).toEqual([3, 'out\n', '']);
  expect(performance.now() - started).toBeLessThan(10_000);
}

async function listen(server: { listen(port: number, host: string, done: () => void): unknown; close(): unknown }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
}
