import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backup } from '@upvigil/core/contract/backup';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { makeMonitor } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { restoringMessage } from './refuse-while-restoring.ts';

let test: TestApp;
let target: Server;
let hits: number;

beforeEach(async () => {
  hits = 0;
  target = createServer((_request, response) => {
    hits++;
    response.end('fine');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  test = await startTestApp({ listen: true, env: { CHROMIUM_PATH: 'off' } });
});
afterEach(async () => {
  await test.close();
  target.closeAllConnections();
  target.close();
});

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(test.baseUrl + path, { ...init, headers: { authorization: `Bearer ${test.token}` } });

async function restore(archive: ArrayBuffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([archive]), 'backup.tar.gz');
  return call('/api/backup/restore', { method: 'POST', body: form });
}

describe.runIf(inject('postgresPort') === null)('a restore in the running program', () => {
  it('is visible everywhere while it runs, keeps public pages up, and checks restored monitors without a restart', async () => {
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    const { id, website_id } = await makeMonitor(test.db, { target: url, next_due_at: 1 });
    await sql`
      insert into checks (monitor_id, checked_at, is_up)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
      select ${sql.lit(id)}, i, 1 from n`.execute(test.db);
    const { name } = (await (await call('/api/backup/create', { method: 'POST' })).json()) as Backup;
    const archive = await (await call(`/api/backup/download/${name}`)).arrayBuffer();
    await test.db.deleteFrom('stored_websites').execute();

    const restoring = restore(archive);
    await vi.waitFor(
      async () => {
        const health = await fetch(`${test.baseUrl}/healthz`);
        expect(health.status).toBe(503);
        expect(await health.json()).toMatchObject({ detail: restoringMessage });
      },
      { timeout: 10_000, interval: 5 },
    );
    const [api, page, status] = await Promise.all([
      call('/api/websites/'),
      fetch(`${test.baseUrl}/status`),
      fetch(`${test.baseUrl}/api/public/status`),
    ]);
    expect([api.status, page.status, status.status]).toEqual([503, 200, 200]);
    expect(await api.json()).toEqual({ detail: restoringMessage });

    expect((await restoring).status).toBe(200);
    expect((await fetch(`${test.baseUrl}/healthz`)).status).toBe(200);
    expect((await call(`/api/websites/${website_id}`)).status).toBe(200);
    // The monitor is overdue by then, and only the restore informed the engine.
    await vi.waitFor(() => expect(hits).toBeGreaterThan(0), { timeout: 15_000, interval: 20 });
    await vi.waitFor(
      async () => {
        const newest = await test.db.selectFrom('checks').select('id').where('id', '>', 60_000).execute();
        expect(newest.length).toBeGreaterThan(0);
      },
      { timeout: 5000, interval: 50 },
    );
  }, 60_000);
});
