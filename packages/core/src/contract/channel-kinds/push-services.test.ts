import { expect, it } from 'vitest';
import { maskedSecret } from '../secrets/secret-names.ts';
import { configSchema } from './config-schema.ts';
import { webPush } from './web-push.ts';

const subscription = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
const problemsOf = (endpoint: string) =>
  configSchema(webPush.fields)
    .safeParse({ ...subscription, endpoint })
    .error?.issues.map(({ message }) => message);

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/QGuQyavXutnMH',
  maskedSecret,
])('a browser subscribes at %s', (endpoint) => {
  expect(problemsOf(endpoint)).toBeUndefined();
});

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.example.org/',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://evilpush.apple.com/',
  'https://notify.windows.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://fcm.googleapis.com./fcm',
])('%s is no push service of a browser vendor', (endpoint) => {
  expect(problemsOf(endpoint)).toContain('Endpoint must be at the push service of a browser vendor');
});
