import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPassword } from './access/password-store.ts';
import { readConfig } from './base/config/config.ts';
import { type RunningServer, StartError, startServer } from './main.ts';
import { openSqliteStorage } from './storage/database.ts';

describe('startServer', () => {
  let folder: string;
  let written: string;
  let running: RunningServer[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-main-'));
    written = '';
    running = [];
  });
  afterEach(async () => {
    for (const server of running) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const config = readConfig({ DATA_DIR: path.join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ...env });
    const server = await startServer(config, {
      write: (text) => {
        written += text;
      },
    });
    running.push(server);
    return server;
  };
  const refusal = (env?: Record<string, string>): Promise<string> =>
    start(env).then(
      () => 'started',
      (error: unknown) => (error instanceof StartError ? error.message : String(error)),
    );

  it('prints its address, and the generated password exactly once in its life', async () => {
    const server = await start();
    expect(written).toMatch(
      /^Upvigil listens on http:\/\/127\.0\.0\.1:\d+\nAdmin password: \w{20} \(shown only this once\)\n$/,
    );
    const password = /password: (\w+)/.exec(written)?.[1];
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    expect(login.status).toBe(200);

    await server.stop();
    written = '';
    await start();
    expect(written).not.toContain('password');
  });

  it('warns of a TRUST_PROXY that believes everybody, and says what to write instead', async () => {
    await start({ TRUST_PROXY: 'on', ADMIN_PASSWORD: 'a password' });
    expect(written).toMatch(/^Warning: TRUST_PROXY=on believes .* set TRUST_PROXY=loopback .*\nUpvigil listens on/);
    written = '';
    await start({ TRUST_PROXY: '1', DATA_DIR: path.join(folder, 'other'), ADMIN_PASSWORD: 'a password' });
    expect(written).toMatch(/^Upvigil listens on/);
  });

  it('hashes the password with 19 MiB and 2 passes', async () => {
    await (await start({ ADMIN_PASSWORD: 'a password' })).stop();
    const storage = openSqliteStorage(path.join(folder, 'data'));
    const stored = await findPassword(storage.db);
    await storage.close();
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('answers /healthz, and keeps its data private', async () => {
    const server = await start();
    const health = await fetch(`${server.url}/healthz`);
    expect(await health.json()).toEqual({ status: 'ok' });
    expect(statSync(path.join(folder, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'data', 'upvigil.sqlite')).mode & 0o777).toBe(0o600);
  });

  it('names a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toBe(
      `PORT ${port} on 127.0.0.1 is taken by another program: stop it or set another PORT`,
    );
    other.close();
  });

  it('names a data folder that cannot be used', async () => {
    writeFileSync(path.join(folder, 'data'), 'a file');
    expect(await refusal()).toContain(`DATA_DIR ${path.join(folder, 'data')} cannot be used`);
  });

  it('names the folder and the process when another one uses its data, and starts when that one is gone', async () => {
    const first = await start();
    expect(await refusal()).toBe(
      `DATA_DIR ${path.join(folder, 'data')} is used by another Upvigil, process ${process.pid} on ${os.hostname()}: stop it or set another DATA_DIR`,
    );
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    await first.stop();
    expect(await refusal()).toBe('started');
  });

  it.each([
    ['a process that was killed, whose number is taken again', { pid: process.pid, host: os.hostname() }],
    ['the first process of another container', { pid: 1, host: 'elsewhere' }],
    ['nobody knows who', 'half a li'],
  ])('starts on data that was left behind by %s', async (_who, left) => {
    mkdirSync(path.join(folder, 'data'));
    writeFileSync(path.join(folder, 'data', 'upvigil.lock'), '');
    writeFileSync(path.join(folder, 'data', 'upvigil.lock.json'), JSON.stringify(left));
    expect(await refusal()).toBe('started');
  });

  it('names a damaged database and the newest backup', async () => {
    const file = path.join(folder, 'data', 'upvigil.sqlite');
    const backups = path.join(folder, 'data', 'backups');
    await (await start()).stop();
    mkdirSync(backups, { recursive: true });
    writeFileSync(path.join(backups, 'upvigil_20261120T000000Z.tar.gz'), '');
    const page = 4096;
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(page * 3, 7), 0, page * 3, page * 4);
    closeSync(descriptor);
    const sentence = await refusal();
    expect(sentence).toContain(`The database file ${file} is damaged`);
    expect(sentence).toContain('upvigil_20261120T000000Z.tar.gz');

    writeFileSync(file, 'not a database at all'.repeat(1000));
    expect(await refusal()).toContain('is damaged (file is not a database)');
  });

  it('refuses a database that it cannot reach, without its password', async () => {
    const sentence = await refusal({ DATABASE_URL: 'postgres://upvigil:hunter2@127.0.0.1:1/upvigil' });
    expect(sentence).toContain('PostgreSQL at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1');
    expect(sentence).toContain('(it is "postgres://upvigil:***@127.0.0.1:1/upvigil")');
    expect(sentence).not.toContain('hunter2');
  });

  it('refuses a database whose server has no TLS, or is no PostgreSQL, with a sentence', async () => {
    const other = createServer((socket) => socket.end('N')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const url = `postgres://upvigil:hunter2@127.0.0.1:${port}/upvigil`;
    expect(await refusal({ DATABASE_URL: `${url}?ssl=true` })).toContain(
      'PostgreSQL at DATABASE_URL cannot be used: The server does not support SSL connections',
    );
    expect(await refusal({ DATABASE_URL: url })).toContain('PostgreSQL at DATABASE_URL cannot be used');
    expect(await refusal({ DATABASE_URL: `${url}?sslrootcert=/no/such/file` })).toContain(
      "cannot be used: ENOENT: no such file or directory, open '/no/such/file'",
    );
    other.close();
  });
});
