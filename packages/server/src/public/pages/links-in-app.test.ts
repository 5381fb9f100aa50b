import type { Alert } from '@upvigil/core/contract/alerts';
import type { Drill } from '@upvigil/core/contract/drills';
import { defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/sinks/smtp-sink.ts';
import { type HttpTarget, startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';

const patience = { timeout: 20_000 };
let smtp: SmtpSink;
let target: HttpTarget;
/** No scheduled drill on this day and the next. */
const saturday = Date.UTC(2026, 10, 21, 9);

let test: TestApp;
let time: TestClock;
let logged: string[];
beforeAll(async () => {
  smtp = await startSmtpSink();
  target = await startHttpTarget((_request, response) => response.writeHead(503).end('no'));
  time = createTestClock(0, async () => undefined);
  logged = [];
  const shift = saturday - systemClock.now();
  const clock = { ...systemClock, now: () => systemClock.now() + shift + time.now(), after: time.after };
  test = await startTestApp({
    clock,
    listen: true,
    onLog: (line) => void logged.push(line),
    env: { LOG_LEVEL: 'debug', BASE_URL: 'https://status.example.org' },
  });
  await test.request('PUT', '/settings/notifications', {
    email_enabled: true,
    email_list: 'a@example.com, b@example.com',
    smtp_host: '127.0.0.1',
    smtp_port: smtp.port,
    smtp_use_tls: false,
    smtp_from_email: 'upvigil@example.com',
  });
});
afterAll(async () => {
  await test.close();
  await Promise.all([smtp.close(), target.close()]);
});

const inPlace = (path: string, method = 'GET') => fetch(test.baseUrl + path, { method });
const drills = async () => (await test.request('GET', '/drills/')).json<Drill[]>();
const alerts = async () => (await test.request('GET', '/alerts/')).json<Alert[]>();
const pathIn = (text = ''): string =>
  /https:\/\/status\.example\.org(\/[ad]\/[A-Za-z0-9_-]{22})\b/.exec(text)?.[1] ?? '';

/** Two escalation steps: the first recipient may acknowledge. */
async function escalate(): Promise<void> {
  const [first] = defaultRouting.policies;
  const steps = [
    { after_minutes: 0, channels: ['email'] },
    { after_minutes: 30, channels: ['email'] },
  ] as RoutingDocument['policies'][number]['steps'];
  if (first) await routingSettings.save(test.db, { ...defaultRouting, policies: [{ ...first, steps }] });
}

/** Takes a target down. Returns the path of the link in its email. */
async function outageLink(): Promise<string> {
  const website = (await test.request('POST', '/websites/', { name: 'Shop <b>' })).json<{ id: number }>();
  const body = { url: `${target.url}/`, check_interval: 3600, failure_threshold: 1 };
  const url = (await test.request('POST', `/urls/website/${website.id}`, body)).json<{ id: number }>();
  await test.request('POST', `/urls/${url.id}/check`);
  await expect.poll(async () => (await alerts()).length, patience).toBe(1);
  time.leap(10_000);
  await expect.poll(() => smtp.messages.length, patience).toBe(1);
  await expect.poll(async () => (await alerts())[0]?.email_sent, patience).toBe(true);
  return pathIn(smtp.messages[0]?.text);
}

describe('a link to acknowledge', () => {
  it('21.4: changes nothing on GET, acknowledges on POST, and is unknown after that', async () => {
    await escalate();
    const path = await outageLink();
    expect(path).toMatch(/^\/a\//);
    const before = await alerts();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await inPlace(path, method);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'/,
        ),
      });
      const text = await answer.text();
      if (method === 'GET') expect(text).toContain('Shop &lt;b&gt;: ');
      expect(text).not.toContain('<b>');
    }
    expect(await alerts()).toEqual(before);
    expect(before[0]?.acknowledged_at).toBeNull();

    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' };
    const posted = await fetch(test.baseUrl + path, form);
    expect(posted.status).toBe(200);
    expect(await posted.text()).toContain('<h1>Acknowledged</h1>');
    expect(await alerts()).toMatchObject([
      { acknowledged_by: 'link to a@example.com, b@example.com', acknowledged_at: expect.any(String) },
    ]);

    const unknown = await inPlace('/a/AAAAAAAAAAAAAAAAAAAAAA');
    expect(unknown.status).toBe(404);
    const missing = await unknown.text();
    for (const method of ['POST', 'GET']) {
      const again = await inPlace(path, method);
      expect([again.status, await again.text()]).toEqual([404, missing]);
    }
    expect(logged.some((line) => line.includes('/a/*'))).toBe(true);
    expect(logged.filter((line) => line.includes(path.slice(3)))).toEqual([]);
  });

  it('is invalid when it cannot be a token', async () => {
    for (const path of ['/a/short', '/a/x/y', `/a/${'é'.repeat(22)}`, '/d/short']) {
      for (const method of ['GET', 'POST']) expect((await inPlace(path, method)).status).toBe(404);
    }
  });
});

describe('a drill', () => {
  it('22.3: is confirmed for its recipient, and not for the other one of the channel', async () => {
    const started = await test.request('POST', '/drills/', { ref: 'email' });
    expect(started.statusCode).toBe(201);
    expect(started.json()).toMatchObject([{ recipient: 'a@example.com' }, { recipient: 'b@example.com' }]);
    const mailed = () => smtp.messages.filter(({ text }) => pathIn(text).startsWith('/d/')).length;
    await expect.poll(mailed, patience).toBe(2);
    const toA = smtp.messages.find(({ to }) => to.join() === 'a@example.com');
    const toB = smtp.messages.find(({ to }) => to.join() === 'b@example.com');
    const [path, other] = [pathIn(toA?.text), pathIn(toB?.text)];
    expect(path).toMatch(/^\/d\//);
    expect(other).toMatch(/^\/d\//);
    expect(other).not.toBe(path);

    expect(await (await inPlace(path)).text()).toContain('a@example.com (email)');
    expect((await drills()).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null]);
    expect((await inPlace(path.replace('/d/', '/a/'), 'POST')).status).toBe(404);
    expect((await inPlace(path, 'POST')).status).toBe(200);
    expect((await inPlace(path, 'POST')).status).toBe(404);
    expect(await drills()).toMatchObject([
      { recipient: 'a@example.com', confirmed_at: expect.any(String), proven_at: expect.any(String) },
      { recipient: 'b@example.com', sent_at: expect.any(String), confirmed_at: null, proven_at: null },
    ]);
    expect((await inPlace(other)).status).toBe(200);
  });

  it('is refused for a missing or disabled channel', async () => {
    const status = async (ref: number | string) => (await test.request('POST', '/drills/', { ref })).statusCode;
    expect([await status(7), await status('sms'), await status('fax')]).toEqual([404, 409, 422]);
  });
});
