import type { RequestListener } from 'node:http';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createChangeFeed } from '../../../base/domain/change-feed.ts';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { type HttpTarget, startHttpTarget } from '../../../testing/targets/http-target.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { listAlerts } from '../../decide/alert-list-store.ts';
import { listDomains } from './domain-list.ts';
import { createDomainWatch, type DomainWatch } from './domain-watch.ts';
import { createRegistries } from './registries.ts';

let test: TestStorage;
let clock: TestClock;
let website: number;
let errors: object[];
let watching: DomainWatch | null = null;

beforeEach(async () => {
  test = await openTestStorage();
  clock = createTestClock(testNow, async () => watching?.settled());
  watching = null;
  website = (await makeWebsite(test.db, { name: 'Shop' })).id;
  errors = [];
});
afterEach(() => test.close());

/** A registry, and a watch that queries it when started. */
async function startWatch(answer: RequestListener, isEnabled = true): Promise<HttpTarget> {
  const registry = await startHttpTarget(answer);
  await saveNotificationSettings(test.db, { ...defaultNotificationSettings, domain_check_enabled: isEnabled });
  const bootstrapUrl = `${registry.url}/dns.json`;
  const registries = createRegistries({ dialer: createDialer(), now: clock.now, bootstrapUrl, servers: [] });
  const watch = createDomainWatch({
    db: test.db,
    clock,
    channels: channelRules,
    registries,
    changes: createChangeFeed(() => undefined),
    log: { error: (fields) => void errors.push(fields) },
  });
  watching = watch;
  watch.start();
  onTestFinished(async () => {
    await watch.stop();
    await registry.close();
  });
  return registry;
}
const bootstrap = (url: string): string => JSON.stringify({ services: [[['com'], [`${url}/rdap/`]]] });
const expiring = (time: number): string =>
  JSON.stringify({ events: [{ eventAction: 'expiration', eventDate: new Date(time).toISOString() }] });
const page = (host: string) => makeMonitor(test.db, { website_id: website, target: `https://${host}/` });
const listed = async (): Promise<string[]> => (await listAlerts(test.db, {})).map(({ message }) => message).reverse();
const pathsOf = ({ requests }: HttpTarget): string[] => requests.map(({ path }) => path);

it('14.6: a registry that answers 429, then expiry in 10 days: one alert, the pause kept', async () => {
  await page('www.example.com');
  await page('api.example.com');
  let questions = 0;
  const registry: HttpTarget = await startWatch((request, response) => {
    if (request.url === '/dns.json') return response.end(bootstrap(registry.url));
    questions += 1;
    if (questions === 1) return response.writeHead(429, { 'retry-after': '600' }).end();
    return response.end(expiring(testNow + 10.5 * dayMs));
  });
  await clock.advance(95_000);
  expect(pathsOf(registry)).toEqual(['/dns.json', '/rdap/domain/example.com']);
  await clock.advance(590_000);
  expect(questions).toBe(1);
  await clock.advance(30_000);
  expect(questions).toBe(2);
  await clock.advance(3 * hourMs);
  expect(questions).toBe(2);
  expect(await listed()).toEqual([
    'Shop: the domain example.com of https://www.example.com/ and https://api.example.com/ expires in 10 days, on 2026-03-21',
  ]);
  expect(await listDomains(test.db, clock.now())).toMatchObject({
    domains: [{ name: 'example.com', days_left: 10, state: 'expiring', answer: null }],
  });
  expect(errors).toEqual([]);
}, 60_000);

it('a domain that expired before its first query raises one alert', async () => {
  await page('www.example.com');
  const end = testNow - 3 * dayMs;
  const registry: HttpTarget = await startWatch((request, response) =>
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : expiring(end)),
  );
  await clock.advance(50 * hourMs);
  expect(await listed()).toEqual([
    expect.stringMatching(/^Shop: the domain example\.com of https:\/\/www\.example\.com\/ expired 3 days ago, on /),
  ]);
});

it('a renewed domain ends its alert, and its next expiry raises a new one', async () => {
  await page('www.example.com');
  let end = testNow + 10.5 * dayMs;
  const registry: HttpTarget = await startWatch((request, response) =>
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : expiring(end)),
  );
  await clock.advance(2 * hourMs);
  expect(await listAlerts(test.db, { isOpen: true })).toHaveLength(1);
  end += 365 * dayMs;
  await clock.advance(25 * hourMs);
  expect((await listed()).at(-1)).toBe('Shop: the domain example.com of https://www.example.com/ was renewed');
  expect(await listAlerts(test.db, { isOpen: true })).toEqual([]);
  end = clock.now() + 5 * dayMs;
  await clock.advance(25 * hourMs);
  expect(await listed()).toHaveLength(3);
}, 60_000);

it('one name every two seconds, each once a day', async () => {
  for (const host of ['a.com', 'b.com', 'c.com', 'c.com', '127.0.0.1', 'db.internal']) await page(host);
  const times: number[] = [];
  const registry: HttpTarget = await startWatch((request, response) => {
    if (request.url !== '/dns.json') times.push(clock.now());
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : expiring(testNow + 300 * dayMs));
  });
  await clock.advance(2 * hourMs);
  expect(times).toHaveLength(3);
  expect(Math.min(...times.slice(1).map((time, at) => time - (times[at] ?? 0)))).toBeGreaterThanOrEqual(2000);
  await clock.advance(dayMs);
  expect(times).toHaveLength(6);
}, 60_000);

it('without a server or a date it counts as not published: no alert and no log line', async () => {
  await page('www.example.org');
  await page('www.example.com');
  const registry: HttpTarget = await startWatch((request, response) =>
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : '{}'),
  );
  await clock.advance(2 * hourMs);
  expect((await listDomains(test.db, clock.now())).domains).toMatchObject([
    { name: 'example.com', state: 'unknown', answer: 'not published', days_left: null },
    { name: 'example.org', state: 'unknown', answer: 'not published' },
  ]);
  expect([await listed(), errors]).toEqual([[], []]);
}, 60_000);

it('an unavailable registry is queried again in an hour, and the known date stays', async () => {
  await page('www.example.com');
  let isBroken = false;
  const registry: HttpTarget = await startWatch((request, response) => {
    if (request.url === '/dns.json') return response.end(bootstrap(registry.url));
    return isBroken ? response.destroy() : response.end(expiring(testNow + 300 * dayMs));
  });
  await clock.advance(2 * hourMs);
  isBroken = true;
  await clock.advance(dayMs);
  const [domain] = (await listDomains(test.db, clock.now())).domains;
  expect(domain).toMatchObject({ days_left: 298, answer: expect.stringMatching(/^the registry cannot be reached: /) });
  const asked = registry.requests.length;
  await clock.advance(hourMs + 60_000);
  expect(registry.requests.length).toBe(asked + 1);
  expect(errors).toEqual([]);
}, 60_000);

it('sends no query while domains are not watched', async () => {
  await page('www.example.com');
  const registry = await startWatch((_request, response) => response.end(), false);
  await clock.advance(dayMs);
  expect(registry.requests).toEqual([]);
  expect(await listDomains(test.db, clock.now())).toEqual({ is_enabled: false, domains: [] });
}, 60_000);

it('a domain without monitors is deleted, and its alert ends', async () => {
  const monitor = await page('www.example.com');
  const registry: HttpTarget = await startWatch((request, response) =>
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : expiring(testNow + 5 * dayMs)),
  );
  await clock.advance(2 * hourMs);
  await test.db
    .updateTable('stored_monitors')
    .set({ target: 'https://10.0.0.1/' })
    .where('id', '=', monitor.id)
    .execute();
  await clock.advance(2 * hourMs);
  expect(await test.db.selectFrom('domains').selectAll().execute()).toEqual([]);
  expect(await listAlerts(test.db, { isOpen: true })).toEqual([]);
  expect(await listed()).toHaveLength(1);
}, 60_000);

it('a backward clock change does not delay a query for a year', async () => {
  await page('www.example.com');
  const registry: HttpTarget = await startWatch((request, response) =>
    response.end(request.url === '/dns.json' ? bootstrap(registry.url) : expiring(testNow + 300 * dayMs)),
  );
  await clock.advance(2 * hourMs);
  await test.db
    .updateTable('domains')
    .set({ due_at: clock.now() + 365 * dayMs })
    .execute();
  const asked = registry.requests.length;
  await clock.advance(2 * hourMs);
  expect(registry.requests.length).toBe(asked + 1);
}, 60_000);
