import type { Alert } from '@upvigil/core/contract/alerts';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { afterEach, expect, it } from 'vitest';
import { causeInSentence } from '../../storage/migrations/cause-in-sentence.ts';
import { makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { behaviours, startTcpTarget } from '../../testing/targets/tcp-target.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { badgeKinds } from './documents/badges.ts';
import { feedPaths } from './documents/feeds.ts';
import { statuspageDocuments } from './documents/statuspage-v2.ts';
import { openPublicTest } from './testing/public-test.ts';

/** Private texts of targets and settings. */
const inside = /corp\.internal|10\.1\.2\.3|hunter2|planted/;

const closes: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closes.splice(0).map((close) => close())));
const closing = <T extends { close(): Promise<void> }>(opened: T): T => {
  closes.push(() => opened.close());
  return opened;
};

/** Every public document of a website, in every form. */
async function everythingPublic(baseUrl: string, websiteId: number): Promise<string> {
  const own = [`/api/public/status/${websiteId}`, `/status/${websiteId}`];
  const badges = badgeKinds.flatMap((kind) => ['svg', 'json'].map((form) => `/badge/${websiteId}/${kind}.${form}`));
  const v2 = Object.keys(statuspageDocuments);
  const paths = ['/api/public/status', '/status', ...own, ...Object.values(feedPaths), ...v2, ...badges];
  const texts: string[] = [];
  for (const path of paths) {
    for (const accept of ['text/html', 'text/plain']) {
      const answer = await fetch(baseUrl + path, { headers: { accept } });
      expect(answer.status, path).toBe(200);
      texts.push(await answer.text());
    }
  }
  return texts.join('\n');
}

it('quotes no target in public, and everything for the administrator', async () => {
  const tcp = closing(await startTcpTarget(behaviours.closes('220 mx1.corp.internal [10.1.2.3] ESMTP\r\n')));
  const imap = closing(await startTcpTarget(behaviours.says('* BYE mx1.corp.internal [10.1.2.3] is full\r\n')));
  const away = ['http://mx1.corp.internal:99999/', 'ldap://user:hunter2@10.1.2.3/', null];
  const web = closing(
    await startHttpTarget((request, response) => {
      const location = away[Number(request.url?.slice(1))];
      if (location) return response.writeHead(302, { location }).end();
      return response.writeHead(503, 'down at mx1.corp.internal').end('mx1.corp.internal');
    }),
  );
  const test = closing(await startTestApp({ listen: true }));
  const made = async (path: string, body: object) => (await test.request('POST', path, body)).json<{ id: number }>().id;
  const website = await made('/websites/', { name: 'Shop' });
  const often = { check_interval: 3600, failure_threshold: 1, timeout: 5, tags: ['planted:owner'] };
  const network = (name: string, monitor_type: string, port: number, more = {}) =>
    made(`/network/websites/${website}/network-monitors`, {
      name,
      monitor_type,
      host: '127.0.0.1',
      port,
      ...often,
      ...more,
    });
  const monitors = [
    await network('Mail', 'TCP_PORT', tcp.port, { expected_response: 'planted' }),
    await network('Box', 'IMAP', imap.port),
  ];
  const urls = [];
  for (const at of away.keys()) {
    urls.push(
      await made(`/urls/website/${website}`, { url: `http://me:hunter2@127.0.0.1:${web.port}/${at}`, ...often }),
    );
  }
  for (const id of monitors) await test.request('POST', `/network/network-monitors/${id}/check`);
  for (const id of urls) await test.request('POST', `/urls/${id}/check`);

  const incidents = async () =>
    ((await (await fetch(`${test.baseUrl}/api/public/status/${website}`)).json()) as StatusDetail).recent_incidents;
  await expect.poll(async () => (await incidents()).length, { timeout: 30_000 }).toBe(5);
  expect((await incidents()).map(({ message }) => message).sort()).toEqual([
    `Shop: Box (127.0.0.1:${imap.port}) is down: the answer was not as expected`,
    `Shop: Mail (127.0.0.1:${tcp.port}) is down: the answer was not as expected`,
    `Shop: http://127.0.0.1:${web.port}/0 is down: redirected to an address that cannot be opened`,
    `Shop: http://127.0.0.1:${web.port}/1 is down: redirected to an address that cannot be opened`,
    `Shop: http://127.0.0.1:${web.port}/2 is down: HTTP 503`,
  ]);
  await test.request('POST', '/maintenance/start', { tags: ['planted:'], minutes: 30, title: 'Work', public: true });
  await expect.poll(() => everythingPublic(test.baseUrl, website)).toContain('Work');
  expect((await everythingPublic(test.baseUrl, website)).match(inside)).toBeNull();
  const messages = (await test.request('GET', '/alerts/')).json<Alert[]>().map(({ message }) => message);
  expect(messages.filter((message) => message.includes('mx1.corp.internal'))).toHaveLength(3);
}, 60_000);

it('hides the causes of alerts of any age and form, and shows their kind', async () => {
  const test = closing(await openPublicTest());
  const website = await makeWebsite(test.db);
  const at = { website_id: website.id };
  const page = await makeMonitor(test.db, { ...at, metadata_tag: 'og:title', metadata_value: 'planted value' });
  const port = await makeMonitor(test.db, { ...at, kind: 'TCP_PORT' });
  const stored = [
    [port, 'DOWN', 'outage', 'Shop: db is down: expected response not found, the service sent "220 mx1.corp.internal'],
    [port, 'DOWN', 'outage', 'Shop: db is down: greeting was "x is down: HTTP 503 from mx1.corp.internal"'],
    [port, 'DOWN', 'outage', 'mx1.corp.internal refused it'],
    [port, 'DOWN', 'outage', 'Shop: db is down: connection refused by 10.1.2.3'],
    [page, 'DOWN', 'outage', 'Shop: https://me:hunter2@10.1.2.3/ is down: HTTP 503'],
    [
      page,
      'METADATA_MISSING',
      'metadata',
      'Shop: https://shop.example.com/ lacks its meta tag: og:title = planted value',
    ],
    [page, 'SLOW', 'slow', 'Shop: https://10.1.2.3/ is slow: 6.12s, limit 5.00s'],
    [page, 'RECOVERED', 'outage', 'Shop: https://me:hunter2@10.1.2.3/ is up again after 2 hours'],
  ] as const;
  for (const [place, [monitor, alert_type, problem, message]] of stored.entries()) {
    // As an upgrade finds it in rows of an older version.
    const cause = causeInSentence({ alert_type, problem, message });
    await makeAlert(test.db, monitor, { alert_type, problem, message, cause, created_at: testNow + place });
  }
  await test.snapshot.start();

  const { recent_incidents } = await test.json<StatusDetail>(`/api/public/status/${website.id}`);
  expect(recent_incidents.map(({ message }) => message).reverse()).toEqual([
    'Shop: Database (db.example.com:5432) is down: the answer was not as expected',
    'Shop: Database (db.example.com:5432) is down: the answer was not as expected',
    'Shop: Database (db.example.com:5432) is down: the check failed',
    'Shop: Database (db.example.com:5432) is down: the check failed',
    'Shop: https://shop.example.com/ is down: HTTP 503',
    'Shop: https://shop.example.com/ lacks its meta tag',
    'Shop: https://shop.example.com/ is slow: 6.12s, limit 5.00s',
    'Shop: https://shop.example.com/ is up again',
  ]);
  expect((await everythingPublic(test.url, website.id)).match(inside)).toBeNull();
});

it('states in public how long a problem lasted, and uses the present name of a service', async () => {
  const test = closing(await openPublicTest());
  const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
  await test.record(monitor, { is_up: false, status_code: null, error_message: 'DNS name not found' });
  test.pass(125 * 60_000);
  await test.record(monitor, {});
  await test.db.updateTable('stored_websites').set({ name: 'Store' }).execute();
  await test.snapshot.start();
  const { recent_incidents } = await test.json<StatusDetail>(`/api/public/status/${monitor.website_id}`);
  expect(recent_incidents.map(({ message }) => message)).toEqual([
    'Store: https://shop.example.com/ is up again after 2 hours 5 minutes',
    'Store: https://shop.example.com/ is down: DNS name not found',
  ]);
});
