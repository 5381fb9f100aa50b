import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createApiClient } from '@upvigil/core/client/api-client';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../base/config/config.ts';
import { type RunningServer, startServer } from '../main.ts';
import { openSqliteStorage } from '../storage/database.ts';
import { makeMonitor, makeWebsite } from '../testing/rows.ts';
import { type HttpTarget, startHttpTarget } from '../testing/targets/http-target.ts';

const password = 'correct horse battery';
/** Connections are closed 2 s after the stop; the rest allows for a busy machine. */
const closedWithin = 4_000;

describe('a server that is stopped', () => {
  let folder: string;
  let server: RunningServer;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-stopping-'));
    await start();
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<void> => {
    const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: password };
    server = await startServer(readConfig({ ...env, CHROMIUM_PATH: 'off' }), { write: () => undefined });
  };
  const addMonitors = async (count: number, url: string): Promise<void> => {
    const storage = openSqliteStorage(folder);
    const { id: website_id } = await makeWebsite(storage.db);
    for (let at = 0; at < count; at++) {
      await makeMonitor(storage.db, { website_id, target: `${url}/${at}`, check_interval_seconds: 10 });
    }
    await storage.close();
  };
  const addChecks = async (count: number): Promise<void> => {
    const storage = openSqliteStorage(folder);
    const { id } = await makeMonitor(storage.db);
    await sql`insert into checks (monitor_id, checked_at, is_up) with recursive n(i) as (
      select 1 union all select i + 1 from n where i < ${count}) select ${id}, i, 1 from n`.execute(storage.db);
    await storage.close();
  };
  const signIn = async (): Promise<string> => {
    const api = createApiClient({ baseUrl: server.url, getToken: () => null });
    return (await api.auth.login({ body: { password } })).access_token;
  };
  /** A connection that sends a text and then keeps the server waiting. */
  const openConnection = async (text: string): Promise<{ closed: Promise<void>; socket: net.Socket }> => {
    const { hostname, port } = new URL(server.url);
    const socket = net.connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    // The client keeps reading and never closes.
    socket.resume().on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(text);
    // The response arrives later, so the server has accepted the connection by then.
    await fetch(`${server.url}/healthz`);
    return { closed, socket };
  };
  const head = (line: string, ...headers: string[]): string =>
    [`${line} HTTP/1.1`, 'host: upvigil', ...headers, '', ''].join('\r\n');
  const login = head('POST /api/auth/login', 'content-type: application/json', 'content-length: 40');

  const openings = {
    'has said nothing yet': '',
    'sent half of a header': 'GET /healthz HTTP/1.1\r\nhost: up',
    'sent one byte of a body': `${login}{`,
    'is idle after an answer': head('GET /healthz'),
    'reads public events': head('GET /api/public/events'),
    drips: login,
  };

  it('closes connections in whatever state, and starts no more checks', async () => {
    const target: HttpTarget = await startHttpTarget((_request, response) => response.end('ok'));
    onTestFinished(() => target.close());
    await server.stop();
    await addMonitors(100, target.url);
    // Checks are spread over their 10 s, so one is due every 100 ms.
    await start();
    await expect.poll(() => target.requests.length, { timeout: 10_000 }).toBeGreaterThan(3);
    const opened = await Promise.all(
      Object.entries(openings).map(async ([state, text]) => ({ state, ...(await openConnection(text)) })),
    );
    const drip = setInterval(() => opened.at(-1)?.socket.write(' '), 100);
    onTestFinished(() => clearInterval(drip));
    const stoppedAt = performance.now();
    const left = opened.map(async ({ state, closed }) => {
      await closed;
      return performance.now() - stoppedAt > closedWithin ? [state] : [];
    });
    await server.stop();
    expect((await Promise.all(left)).flat()).toEqual([]);
    // Data in transit may still arrive within the first second.
    expect(target.requests.filter(({ at }) => at > stoppedAt + 1_000)).toEqual([]);
  });

  it('cancels a backup, reports it, and removes its file', async () => {
    await server.stop();
    await addChecks(200_000);
    await start();
    const token = await signIn();
    const created = fetch(`${server.url}/api/backup/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const backups = path.join(folder, 'backups');
    await expect.poll(() => readdirSync(backups)).toHaveLength(1);
    const stopped = server.stop();
    expect((await created).status).toBe(503);
    expect(await (await created).json()).toEqual({ detail: 'The server is being stopped: nothing was changed' });
    await stopped;
    expect(readdirSync(backups)).toEqual([]);
  });
});
