import type { Alert } from '@upvigil/core/contract/alerts';
import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import { type SlackSettings, slackSettingsSchema } from '@upvigil/core/contract/slack';
import { addHeartbeat, addRun } from '@upvigil/core/testing/fake-heartbeats';
import { type FakeState, minutesAgo, onePixel } from '@upvigil/core/testing/fake-state';
import {
  addAlert,
  addEvidence,
  addMonitor,
  addNetworkCheck,
  addUrl,
  addUrlCheck,
  addWebsite,
  deliveryOf,
} from '@upvigil/core/testing/fake-watched';

const deliveries: Alert['deliveries'] = [
  deliveryOf({
    channel: 'email',
    recipient: 'ops@example.org',
    status: 'failed',
    reason: '535 authentication failed',
    attempts: 3,
  }),
  deliveryOf({ channel: 'sms', status: 'suppressed', reason: 'SMS is switched off', attempts: 0 }),
];

const listed = deliveries.map((delivery) =>
  delivery.channel === 'email' ? { ...delivery, status: 'sent' as const, reason: null } : delivery,
);

const settings = {
  email_enabled: true,
  email_list: 'ops@example.org, team@example.org',
  phone_list: '+40712345678',
  smtp_host: 'smtp.example.org',
  smtp_username: 'upvigil',
  smtp_password: 'secret',
  smtp_from_email: 'alerts@example.org',
  sendsms_username: 'upvigil',
  sendsms_password: 'secret',
};
const slack: SlackSettings = slackSettingsSchema.parse({
  enabled: true,
  webhook_url: 'https://hooks.slack.com/services/T0/B0/secret',
  channel_name: '#alerts',
  bot_token: '********',
});
const screenshot = (letter: string) => ({ screenshot_path: `/screenshots/${letter.repeat(22)}.webp` });

/**
 * Everything that pages can show, with long names: up, slow, down, without data, disabled, notified and not notified.
 */
export function exampleInstallation(state: FakeState): void {
  state.commands.push({ name: 'disk', title: 'Disk space', parameters: ['host'], location_ids: [] });
  const shop = addWebsite(state, { name: 'Checkout', description: 'Cart, payment and order API' });
  const docs = addWebsite(state, { name: 'Documentation' });
  addWebsite(state, { name: 'a-rather-long-name-without-any-space-in-it.example.org' });
  const cart = addUrl(state, shop.id, {
    url: 'https://shop.example.org/checkout/with/a/long/path?and=a&long=query-that-does-not-end-soon',
    metadata_tag: 'og:title',
    metadata_value: 'Checkout',
    uptime_24h: 93.21,
  });
  addUrlCheck(state, cart, { status_code: null, error_message: 'timed out after 30 s', checked_at: minutesAgo(3) });
  addUrlCheck(state, cart, { checked_at: minutesAgo(2), ...screenshot('a') });
  addUrlCheck(state, cart, { status_code: 503, metadata_found: false, error_message: 'HTTP 503', ...screenshot('b') });
  addUrlCheck(state, addUrl(state, shop.id, { uptime_24h: 98.02 }), { response_time: 7.12 });
  addUrlCheck(state, addUrl(state, docs.id, { uptime_24h: 100 }), { response_time: 0.3 });
  addUrl(state, docs.id, { enabled: false });
  addServices(state, shop.id, docs.id);
  const backup = { name: 'Nightly backup', cron: '0 3 * * *', time_zone: 'Europe/Berlin', uptime_24h: 96.4 };
  addRun(state, addHeartbeat(state, shop.id, backup), { code: 2, text: 'No space left on device' });
  addHeartbeat(state, shop.id, { name: 'Queue', period: 300 });
  addAlert(state, shop, { alert_type: 'METADATA_MISSING', message: 'Checkout: og:title not found', deliveries });
  addAlert(state, shop, {
    alert_type: 'SLOW',
    message: 'Checkout: https://shop.example.org/ is slow: 7.12s, limit 5.00s',
  });
  addAlert(state, shop, { alert_type: 'DOWN', message: 'Checkout: Edge TLS is down: connection refused', deliveries });
  addAlert(state, shop, { alert_type: 'RECOVERED', message: 'Checkout: Edge TLS is up again', deliveries: listed });
  state.backups.push({ name: 'nightly_20261120T020000Z.tar.gz', size: 1_489_000, created: minutesAgo(600) });
  Object.assign(state.settings, settings);
  state.slack.set(shop.id, slack);
}

export function exampleWithLogo(state: FakeState): void {
  exampleInstallation(state);
  Object.assign(state.branding, { brand_type: 'logo', logo_mime_type: 'image/png', logo_base64: onePixel });
}

/** With all request options, whose secrets are encrypted under another key, and with assertions. */
export function exampleWithRequest(state: FakeState): void {
  exampleInstallation(state);
  const header = { name: 'X-Api-Key', value: 'abc', secret: true };
  const assertion = { source: 'json', property: '$.status', compare: 'equals', value: 'ok' } as const;
  Object.assign(state.urls[0] ?? {}, {
    request: {
      ...defaultRequest,
      method: 'POST',
      headers: [header, { ...header, name: 'Accept', secret: false }],
      body_type: 'json',
      body: '{"order": 1}',
      auth: { ...defaultRequest.auth, type: 'bearer', token: 'secret' },
    },
    assertions: [assertion, { ...assertion, source: 'body', property: '', compare: 'lacks' }],
    secrets_missing: true,
  });
}

/** With the recorded response of the newest alert. */
export function exampleWithEvidence(state: FakeState): void {
  exampleInstallation(state);
  const [newest] = state.alerts;
  if (newest) addEvidence(state, newest.id, { body: '<h1>A line that does not end soon</h1>'.repeat(50) });
}

/** With diagnostics that found problems, in long sentences. */
export function exampleWithTrouble(state: FakeState): void {
  exampleInstallation(state);
  const [smtp, sms, slack] = state.diagnostics;
  const long = 'a-rather-long-host-without-any-space-in-it.example.org:587: 535 5.7.8 authentication failed';
  Object.assign(smtp ?? {}, { status: 'fail', message: long, remedy: 'Correct Settings, Email (SMTP)' });
  Object.assign(sms ?? {}, { status: 'warn', message: 'Slow', remedy: 'Wait' });
  Object.assign(slack ?? {}, { status: 'skipped', message: 'Not set up' });
}

/** Enough websites for the filter of the public overview. */
export function thirteenWebsites(state: FakeState): void {
  for (let index = 0; index < 13; index += 1) addWebsite(state, { name: `Website ${index}` });
}

/** As many as a page has rows, all but one checked. */
export function thirteenChecked(state: FakeState): void {
  thirteenWebsites(state);
  for (const { id } of state.websites.slice(1)) addUrlCheck(state, addUrl(state, id, { uptime_24h: 98.02 }));
}

function addServices(state: FakeState, shop: number, docs: number): void {
  const edge = addMonitor(state, shop, { name: 'Edge TLS', host: 'edge.example.org', port: 443, uptime_24h: 93.1 });
  addNetworkCheck(state, edge, { is_up: false, response_time: null, error_message: 'connection refused' });
  const router = {
    name: 'Router',
    monitor_type: 'ICMP_PING',
    host: '10.0.0.1',
    port: null,
    uptime_24h: 99.99,
  } as const;
  addNetworkCheck(state, addMonitor(state, docs, router), { response_time: 0.0214 });
  addMonitor(state, docs, { name: 'Backup MX', monitor_type: 'IMAP', port: 993 });
  addMonitor(state, docs, { name: 'Lab', enabled: false });
}

/** Five hundred monitors, a tenth of them with a problem. */
export function largeInstallation(state: FakeState): void {
  for (let index = 0; index < 50; index += 1) {
    const website = addWebsite(state, { name: `Website ${index}` });
    for (let part = 0; part < 5; part += 1) {
      const isUp = (index + part) % 10 !== 0;
      addUrlCheck(state, addUrl(state, website.id, { uptime_24h: 99.9 }), { status_code: isUp ? 200 : 503 });
      addNetworkCheck(state, addMonitor(state, website.id, { name: `Service ${index}.${part}`, uptime_24h: 99.9 }), {
        is_up: isUp,
      });
    }
  }
}

/** One website with that many URLs, each with everything that a row can show. */
export const urlsOfOneWebsite = (count: number) => (state: FakeState) => {
  const { id } = addWebsite(state, { name: 'Checkout' });
  for (let index = 0; index < count; index += 1) {
    const url = addUrl(state, id, { url: `https://shop.example.org/page/${index}`, metadata_tag: 'og:title' });
    for (let check = 0; check < 8; check += 1) {
      addUrlCheck(state, url, { status_code: check === 3 ? 503 : 200, response_time: 6 * (check % 2) });
    }
    addUrlCheck(state, url, { response_time: 6.5, metadata_found: false, error_message: 'slow', ...screenshot('a') });
  }
};
