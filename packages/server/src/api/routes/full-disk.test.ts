import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpTarget, startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

const detail = 'The disk is full';

describe('a full disk', () => {
  let test: TestApp;
  let target: HttpTarget;
  beforeEach(async () => {
    target = await startHttpTarget((_request, response) => response.end('ok'));
    test = await startTestApp({ listen: true });
  });
  afterEach(async () => {
    await test.close();
    await target.close();
  });

  /** Stops the file from growing; PostgreSQL refuses as with a full disk. */
  const fill = async (): Promise<void> => {
    if (test.storage.dialect === 'sqlite') {
      await sql`pragma max_page_count = 1`.execute(test.db);
      return;
    }
    await sql`create function refuse() returns trigger as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$ language plpgsql`.execute(
      test.db,
    );
    for (const table of ['stored_websites', 'sessions', 'checks']) {
      await sql`create trigger full_disk before insert on ${sql.table(table)} execute function refuse()`.execute(
        test.db,
      );
    }
  };
  const makeSpace = async (): Promise<void> => {
    if (test.storage.dialect === 'sqlite') await sql`pragma max_page_count = 1000000`.execute(test.db);
    else await sql`drop function refuse() cascade`.execute(test.db);
  };
  const create = () => test.request('POST', '/websites', { name: 'Shop', description: 'x'.repeat(2000) });
  const login = () => test.inject({ method: 'POST', url: '/api/auth/login', payload: { password: testPassword } });
  const health = () => test.inject({ url: '/healthz' });

  it('is reported by edits, by sign-in and by /healthz, until there is space', async () => {
    expect((await create()).statusCode).toBe(201);
    await fill();
    for (const edit of [create, login]) {
      // SQLite first uses the free pages of the file.
      await vi.waitFor(async () => expect((await edit()).statusCode).not.toBeLessThan(300), {
        interval: 0,
        timeout: 10_000,
      });
      const refused = await edit();
      expect([refused.statusCode, refused.json()]).toEqual([503, { detail }]);
    }
    expect([(await health()).statusCode, (await health()).json()]).toEqual([503, { status: 'unavailable', detail }]);

    await makeSpace();
    expect((await create()).statusCode).toBe(201);
    expect((await login()).statusCode).toBe(200);
  });

  it('loses no result of a check, and /healthz reports the problem until all are stored', async () => {
    const { id: websiteId } = (await create()).json<{ id: number }>();
    const { id } = (
      await test.request('POST', `/urls/website/${websiteId}`, { url: target.url, check_interval: 10 })
    ).json<{ id: number }>();
    const stored = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from checks`.execute(test.db)).rows[0]?.n);
    const trigger = () => test.request('POST', `/urls/${id}/check`);
    await expect.poll(stored).toBeGreaterThan(0);
    await fill();
    await vi.waitFor(async () => expect((await trigger()).statusCode).toBe(503), { interval: 0, timeout: 15_000 });
    expect((await health()).json()).toEqual({ status: 'unavailable', detail });
    expect((await trigger()).json()).toEqual({ detail: `${detail}: the check was made, and is kept and stored later` });

    await makeSpace();
    await expect.poll(stored, { timeout: 15_000 }).toBe(target.requests.length);
    await expect.poll(async () => (await health()).statusCode).toBe(200);
  });
});
