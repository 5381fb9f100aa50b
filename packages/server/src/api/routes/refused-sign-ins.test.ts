import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { testNow } from '../../testing/rows.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
let passed: number;
/** Stands still until a test advances it. */
const clock: Clock = { ...systemClock, now: () => testNow + passed, monotonic: () => passed };
beforeEach(async () => {
  passed = 0;
  test = await startTestApp({ clock });
});
afterEach(() => test.close());

const ask = async (remoteAddress: string, payload: object, path = 'login') =>
  (await test.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })).statusCode;
const wrong = (remoteAddress: string) => ask(remoteAddress, { password: 'Not the password' });
const refused = () =>
  test.db.selectFrom('audit_events').selectAll().where('action', '=', 'session.refuse').orderBy('id').execute();
const listed = async () => (await refused()).map(({ at, ip }) => [at - testNow, ip]);

it('leave one row a minute and address, and another in the next minute', async () => {
  for (let attempt = 0; attempt < 4; attempt++) expect(await wrong('192.0.2.1')).toBe(401);
  passed = 1000;
  for (let attempt = 0; attempt < 3; attempt++) expect(await wrong('192.0.2.2')).toBe(401);
  passed = 59_999;
  expect([await wrong('192.0.2.1'), await wrong('192.0.2.2')]).toEqual([401, 401]);
  const first = [
    [0, '192.0.2.1'],
    [1000, '192.0.2.2'],
  ];
  expect(await listed()).toEqual(first);
  passed = 60_000;
  expect([await wrong('192.0.2.1'), await wrong('192.0.2.1'), await wrong('192.0.2.2')]).toEqual([401, 401, 401]);
  expect(await listed()).toEqual([...first, [60_000, '192.0.2.1']]);
  passed = 61_000;
  expect(await wrong('192.0.2.2')).toBe(401);
  expect(await listed()).toEqual([...first, [60_000, '192.0.2.1'], [61_000, '192.0.2.2']]);
});

it('leave one row for concurrent ones, and for one IPv6 network', async () => {
  const atOnce = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:2::1'];
  expect(await Promise.all(atOnce.map(wrong))).toEqual([401, 401, 401, 401]);
  expect(await wrong('2001:db8:1:3::1')).toBe(401);
  const rows = await refused();
  expect(rows).toHaveLength(2);
  expect(rows[1]?.ip).toBe('2001:db8:1:3::1');
});

it('leave that row for every cause, without an actor and without the input', async () => {
  expect(await ask('192.0.2.1', { email: 'somebody@example.org', password: 'Not the password' })).toBe(401);
  expect(await wrong('192.0.2.1')).toBe(401);
  const invitation = { token: 'Not an invitation', name: 'Eve', password: 'Not the password' };
  expect(await ask('192.0.2.1', invitation, 'invitation')).toBe(401);
  const answer = { challenge: 'a'.repeat(43), code: '123456' };
  expect(await ask('192.0.2.1', answer, 'second-factor')).toBe(401);
  const rows = await refused();
  expect(rows).toMatchObject([{ actor_kind: 'system', actor_name: 'nobody', ip: '192.0.2.1', changes: '[]' }]);
  expect(JSON.stringify(rows)).not.toMatch(/Not a|Not the|somebody/);
});

it('leave no row when they were not compared, nor when the password is right', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt++) statuses.push(await wrong('192.0.2.1'));
  expect(new Set(statuses)).toEqual(new Set([401]));
  passed = 30_000;
  expect(await ask('192.0.2.1', { password: testPassword })).toBe(429);
  expect(await ask('192.0.2.2', { password: testPassword })).toBe(200);
  expect(await listed()).toEqual([[0, '192.0.2.1']]);
});
