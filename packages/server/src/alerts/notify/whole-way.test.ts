import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Alert } from '@upvigil/core/contract/alerts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import { type SlackSink, startSlackSink } from '../../testing/sinks/slack-sink.ts';
import { type SmsSink, startSmsSink } from '../../testing/sinks/sms-sink.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/sinks/smtp-sink.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';

/** Alerts within this time go in one message. */
const gatherMilliseconds = serverDefaults.notificationGatherSeconds.other * 1000;

let smtp: SmtpSink;
let sms: SmsSink;
let slack: SlackSink;
let test: TestApp;
let time: TestClock;
let status = 200;
const target = createServer((_request, response) => response.writeHead(status).end('hello'));
beforeEach(async () => {
  smtp = await startSmtpSink();
  sms = await startSmsSink({ username: 'shop', password: 'secret' });
  slack = await startSlackSink();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const env = { SENDSMS_API_URL: sms.apiUrl, BASE_URL: 'https://status.example.org' };
  time = createTestClock(0, async () => undefined);
  const clock = { ...systemClock, now: () => systemClock.now() + time.now(), after: time.after };
  test = await startTestApp({ env, clock, listen: true });
});
afterEach(async () => {
  await test.close();
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await Promise.all([smtp.close(), sms.close(), slack.close()]);
});

async function configure(): Promise<number> {
  await test.request('PUT', '/settings/notifications', {
    email_enabled: true,
    email_list: 'a@example.com',
    smtp_host: '127.0.0.1',
    smtp_port: smtp.port,
    smtp_use_tls: false,
    smtp_from_email: 'upvigil@example.com',
    sms_enabled: true,
    phone_list: '+40712345678',
    sendsms_username: 'shop',
    sendsms_password: 'secret',
  });
  const website = (await test.request('POST', '/websites/', { name: 'Shop' })).json<{ id: number }>();
  const webhook = { enabled: true, webhook_url: slack.webhookUrl('x') };
  await test.request('POST', `/slack/websites/${website.id}/slack`, webhook);
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const body = { url, check_interval: 3600, failure_threshold: 1 };
  return (await test.request('POST', `/urls/website/${website.id}`, body)).json<{ id: number }>().id;
}

const alerts = async () => (await test.request('GET', '/alerts/')).json<Alert[]>();
const counts = () => [smtp.messages.length, sms.messages.length, slack.messages.length];

it('sends a real outage and its end, once on each channel, and lists both', async () => {
  const urlId = await configure();
  await test.request('POST', `/urls/${urlId}/check`);
  for (const [at, code] of [503, 200].entries()) {
    status = code;
    await test.request('POST', `/urls/${urlId}/check`);
    time.leap(gatherMilliseconds);
    const expected = at + 1;
    await vi.waitFor(() => expect(counts()).toEqual([expected, expected, expected]), { timeout: 20_000 });
  }
  expect(smtp.messages[0]?.subject).toMatch(/^DOWN: Shop: http:\/\/127\.0\.0\.1:\d+\/ is down: HTTP 503$/);
  expect(smtp.messages[1]?.subject).toMatch(/^RECOVERED: Shop: .* is up again after \d+ seconds?$/);
  await vi.waitFor(async () => {
    expect(await alerts()).toMatchObject([
      { alert_type: 'RECOVERED', email_sent: true, sms_sent: true, slack_sent: true },
      { alert_type: 'DOWN', email_sent: true, sms_sent: true, slack_sent: true, url_id: urlId, website_name: 'Shop' },
    ]);
  });
  const [, down] = await alerts();
  const evidence = (await test.request('GET', `/alerts/${down?.id}/evidence`)).json();
  expect(evidence).toMatchObject({ error_message: 'HTTP 503', status_line: 'HTTP/1.1 503 Service Unavailable' });
  const notified = down?.deliveries.filter(({ status: state }) => state !== 'suppressed');
  expect(notified?.map(({ channel, status: state }) => [channel, state])).toEqual([
    ['email', 'sent'],
    ['sms', 'sent'],
    ['slack', 'sent'],
  ]);
}, 60_000);
