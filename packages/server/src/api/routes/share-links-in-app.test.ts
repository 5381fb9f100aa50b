import type { ShareLink } from '@upvigil/core/contract/share-links';
import { accessMessages } from '@upvigil/core/texts/access';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShareLinks } from '../../access/share-links/share-links.ts';
import { systemClock } from '../../base/clock.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
const secretKey = Buffer.alloc(32, 7).toString('base64');
let test: TestApp;
/** The id of a website that no test changes. */
let shop: number;
let passed = 0;
let passedMonotonic = 0;
let logged: string[] = [];
const clock = {
  ...systemClock,
  now: () => Date.now() + passed,
  monotonic: () => systemClock.monotonic() + passedMonotonic,
};
beforeAll(async () => {
  test = await startTestApp({
    listen: true,
    clock,
    onLog: (line) => void logged.push(line),
    env: { SECRET_KEY: secretKey, LOG_LEVEL: 'trace' },
  });
  shop = await makeWebsite('Shop');
});
beforeEach(async () => {
  passed = 0;
  // Requests are counted by address: each test has a minute of its own.
  passedMonotonic += 60_000;
  logged = [];
  await test.resetAccess();
});
afterAll(() => test.close());

async function makeWebsite(name: string): Promise<number> {
  const { id } = (await test.request('POST', '/websites/', { name })).json<{ id: number }>();
  const read = () => fetch(`${test.baseUrl}/api/public/status/${id}`);
  await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 20_000, interval: 20 });
  return id;
}

async function share(website_id: number, body: object = {}): Promise<ShareLink> {
  const answer = await test.request('POST', '/share-links', { website_id, name: 'Agency', ...body });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const linkOf = ({ url }: Pick<ShareLink, 'url'>): string => new URL(url ?? '').pathname.replace('/share/', '');
const data = (link: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${test.baseUrl}/api/public/shares/${link}`, init);
const page = (link: string, init: RequestInit = {}): Promise<Response> => fetch(`${test.baseUrl}/share/${link}`, init);
const missing = { detail: accessMessages.shareLink.dead };

/** Data and page respond as to any invalid link. */
async function expectDead(link: string): Promise<void> {
  const answer = await data(link);
  expect([answer.status, await answer.json()], link).toEqual([404, missing]);
  const shown = await page(link);
  expect(shown.status, link).toBe(404);
  const text = await shown.text();
  expect(text).not.toContain('Shop');
  expect(text).toBe(await (await page('1.1.x')).text());
}

const endsSoon = (link: string) =>
  expect.poll(async () => (await data(link)).status, { interval: 250, timeout: 10_000 }).toBe(404);

describe('a share link', () => {
  it('shows its website, and is listed with how often it was followed', async () => {
    const made = await share(shop);
    expect(made).toMatchObject({
      website_id: shop,
      website_name: 'Shop',
      name: 'Agency',
      created_by: 'owner',
      views: 0,
    });
    expect(made.url).toMatch(new RegExp(`^${test.baseUrl}/share/${made.id}\\.\\d{10}\\.[\\w-]{43}$`));
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBeGreaterThan(30 * dayMs - 1001);
    const answer = await data(linkOf(made));
    expect(await answer.json()).toMatchObject({ name: 'Shop', days: 30, expires_at: made.expires_at, services: [] });
    await expect
      .poll(async () => (await test.request('GET', `/share-links/${made.id}`)).json<ShareLink>().views)
      .toBe(1);
    const listed = (await test.request('GET', `/share-links?website_id=${shop}`)).json<ShareLink[]>();
    expect(listed).toMatchObject([{ id: made.id, url: made.url, views: 1, revoked_at: null }]);
    expect(listed[0]?.last_used_at).not.toBeNull();
    expect((await test.request('GET', `/share-links?website_id=${shop + 1}`)).json()).toEqual([]);
  });

  it('is not cached, not indexed and sends no referrer', async () => {
    const made = await share(shop);
    const answer = await page(linkOf(made));
    expect(answer.status).toBe(200);
    for (const one of [answer, await data(linkOf(made)), await data('forged'), await page('forged')]) {
      const headers = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => one.headers.get(name));
      expect(headers).toEqual(['no-store', 'no-referrer', 'noindex']);
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('32.2: ends by the clock, to the second', async () => {
    const made = await share(shop, { expires_days: 1 });
    passed = Date.parse(made.expires_at) - Date.now() - 2000;
    expect((await data(linkOf(made))).status).toBe(200);
    passed += 2000;
    await expectDead(linkOf(made));
    expect((await test.request('GET', `/share-links/${made.id}`)).json()).toMatchObject({
      url: null,
      revoked_at: null,
    });
    const end = Date.parse(made.expires_at) / 1000;
    await expectDead(linkOf(made).replace(String(end), String(end + 86_400)));
  });

  it('32.3: that is revoked stops working at once, and can be revoked once', async () => {
    const made = await share(shop);
    expect((await data(linkOf(made))).status).toBe(200);
    expect((await test.request('DELETE', `/share-links/${made.id}`)).statusCode).toBe(204);
    await expectDead(linkOf(made));
    const listed = (await test.request('GET', '/share-links')).json<ShareLink[]>();
    expect(listed).toMatchObject([{ id: made.id, url: null }]);
    expect(listed[0]?.revoked_at).not.toBeNull();
    expect((await test.request('DELETE', `/share-links/${made.id}`)).statusCode).toBe(404);
  });

  it('32.4: shows no other website and changes nothing: 404 or 401', async () => {
    const other = await makeWebsite('Other');
    const made = await share(shop);
    const link = linkOf(made);
    const [id, end, mac] = link.split('.');
    const toOther = await share(other);
    await expectDead(`${toOther.id}.${end}.${mac}`);
    await expectDead(`${other}.${end}.${mac}`);
    await expectDead(`${id}.${end}.${linkOf(toOther).split('.')[2]}`);
    const asked = await data(`${link}?website_id=${other}&websiteId=${other}`);
    expect(await asked.json()).toMatchObject({ name: 'Shop' });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await data(link, { method })).status).toBe(404);
      expect((await page(link, { method })).status).toBe(404);
      const headers = { authorization: `Bearer ${link}`, 'content-type': 'application/json' };
      for (const path of ['/websites/1', '/share-links', `/share-links/${made.id}`, '/settings/general']) {
        const answer = await fetch(`${test.baseUrl}/api${path}`, { method, headers, body: '{}' });
        expect([401, 404], `${method} ${path}`).toContain(answer.status);
      }
    }
    for (const path of ['/websites/', '/share-links', '/settings/notifications', '/events']) {
      const answer = await fetch(`${test.baseUrl}/api${path}`, { headers: { authorization: `Bearer ${link}` } });
      expect(answer.status, path).toBe(401);
    }
    expect((await data(link)).status).toBe(200);
  });

  it('answers sixty requests a minute to each address', async () => {
    const made = await share(shop);
    const other = await share(shop);
    const link = linkOf(made);
    for (let asked = 0; asked < 60; asked++) expect((await data(link)).status).toBe(200);
    const refused = await data(link);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 50]).toEqual([429, true]);
    expect((await page(link)).status).toBe(429);
    expect((await data(linkOf(other))).status).toBe(200);
    for (let asked = 0; asked < 60; asked++) expect((await data(`forged${asked}`)).status).toBe(404);
    expect((await data('forged61')).status).toBe(429);
    passedMonotonic += 60_000;
    expect((await data(link)).status).toBe(200);
  });

  it('appears in no log line, in any form', async () => {
    const made = await share(shop);
    const link = linkOf(made);
    const [, , mac = ''] = link.split('.');
    await data(link);
    await page(link);
    await page(link, { method: 'POST' });
    await data(link, { method: 'DELETE' });
    await data(`${link}${'a'.repeat(200)}`);
    await fetch(`${test.baseUrl}/%73hare/${link}`, { method: 'POST' });
    await fetch(`${test.baseUrl}/api/public/sh%61res/${link}`, { method: 'POST' });
    await fetch(`${test.baseUrl}/api/public/sh%61res/${link}`);
    await expect.poll(() => logged.filter((line) => line.includes('shares/*')).length).toBeGreaterThan(3);
    expect(logged.filter((line) => line.includes('/share/*')).length).toBeGreaterThan(2);
    expect(logged.filter((line) => line.includes(mac))).toEqual([]);
  });

  it.each([
    ['very long', 'A'.repeat(6000)],
    ['longer than a parameter', `1.1800000000.${'A'.repeat(120)}`],
    ['with a header in it', '1.1800000000.A%0d%0aset-cookie:%20a=b'],
    ['with a folder above it', '..%2F..%2Fetc%2Fpasswd'],
    ['with NUL in it', '1.1800000000.%00'],
    ['a number', '1'],
  ])('%s is treated as forged', async (_what, link) => {
    const answer = await data(link);
    expect([answer.status, await answer.json()]).toEqual([404, missing]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await page(link)).status).toBe(404);
  });

  it('of a deleted website shows nothing, and is marked in the list', async () => {
    const id = await makeWebsite('Shop');
    const made = await share(id);
    await test.request('DELETE', `/websites/${id}`);
    await endsSoon(linkOf(made));
    expect((await test.request('GET', `/share-links/${made.id}`)).json()).toMatchObject({ website_name: null });
    const again = await test.request('POST', '/share-links', { website_id: id, name: 'Again' });
    expect([again.statusCode, again.json().detail]).toEqual([422, `There is no website ${id}`]);
  });

  it('shows no other website with the same id after a restore, and revives none', async () => {
    const id = await makeWebsite('Shop');
    const made = await share(id);
    const backup = (await test.request('POST', '/backup/create')).json<{ name: string }>().name;
    const archive = (await test.request('GET', `/backup/download/${backup}`)).rawPayload;
    const later = await share(id, { name: 'Later' });
    await test.request('DELETE', `/share-links/${made.id}`);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(archive)]), backup);
    const headers = { authorization: `Bearer ${test.token}` };
    const restored = await fetch(`${test.baseUrl}/api/backup/restore`, { method: 'POST', headers, body: form });
    expect(restored.status).toBe(200);
    await expectDead(linkOf(made));
    expect((await data(linkOf(later))).status).toBe(200);
    // As in a backup of another installation: the id matches, the website does not.
    await test.db.updateTable('stored_websites').set({ created_at: 1 }).execute();
    await test.request('PUT', `/websites/${id}`, { name: 'Stranger' });
    await endsSoon(linkOf(later));
    expect((await test.request('GET', `/share-links/${later.id}`)).json()).toMatchObject({ website_name: null });
  });

  it('is invalid under another SECRET_KEY, and works when it is copied again', async () => {
    const made = await share(shop);
    const secretKey = Buffer.alloc(32, 8);
    const afterwards = createShareLinks({ db: test.db, clock, secretKey, onNotRecorded: () => undefined });
    expect(await afterwards.open(linkOf(made))).toBeNull();
    const row = { id: made.id, expires_at: Date.parse(made.expires_at), revoked_at: null };
    const copied = (await afterwards.pathOf(row))?.replace('/share/', '') ?? '';
    expect(await afterwards.open(copied)).toMatchObject({ link_id: made.id });
    await expectDead(copied);
  });
});

it('a read-only token lists links without their addresses', async () => {
  const { id } = await share(shop);
  const made = await test.request('POST', '/tokens', { name: 'viewer', scopes: ['read'] });
  const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
  const list = await fetch(`${test.baseUrl}/api/share-links`, { headers });
  expect(await list.json()).toEqual([expect.objectContaining({ id, name: 'Agency', url: null })]);
  const one = await fetch(`${test.baseUrl}/api/share-links/${id}`, { headers });
  expect(await one.json()).toMatchObject({ id, url: null });
});
