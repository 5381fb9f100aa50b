import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtherKeyError } from '../../../../base/sealed-text.ts';
import { newWebPushKeys } from '../../../../storage/settings/web-push-keys.ts';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { startWebPushSink, type WebPushSink } from '../../../../testing/sinks/push/web-push-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import type { MessageExtras } from '../../channel.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { createWebPushChannel, type WebPushChannelOptions, type WebPushPayload } from './web-push.ts';

const keys = newWebPushKeys();
const onLoopback = {
  ...plainOptions,
  webPushKeys: async () => keys,
  isPushService: ({ hostname }: URL) => hostname === '127.0.0.1',
};

const destinationFor = (
  sink: WebPushSink,
  options: WebPushChannelOptions = onLoopback,
  given: { p256dh?: string } = {},
) =>
  createWebPushChannel(options).destination(
    null,
    ownSettings('web_push', { ...sink.subscription, browser: 'Firefox', ...given }),
  );

describeChannelConformance('browser push', async () => {
  const sink = await startWebPushSink(keys.public_key);
  const { endpoint, auth } = sink.subscription;
  return {
    sink,
    destination: destinationFor(sink),
    secrets: [endpoint, new URL(endpoint).pathname, auth],
    textOf: (message) => JSON.stringify(message),
  };
});

let sink: WebPushSink;
beforeEach(async () => {
  sink = await startWebPushSink(keys.public_key);
});
afterEach(() => sink.close());
const send = (
  contents: AlertContent[] = [exampleAlertContent()],
  extras: Partial<MessageExtras> = {},
  destination = destinationFor(sink),
) => destination.send(contents, { ...exampleExtras, ...extras }, AbortSignal.timeout(5_000));
const payloads = (): WebPushPayload[] => sink.messages.map(({ payload }) => payload as WebPushPayload);

it('is encrypted for the browser, signed, urgent, kept for a day, and shown once when it is sent again', async () => {
  await send([exampleAlertContent()], { messageId: 'msg_0123456789abcdefABCDEF01234' });
  expect(sink.messages[0]).toMatchObject({
    ttl: '86400',
    urgency: 'high',
    topic: 'msg_0123456789abcdefABCDEF01234',
    claims: { aud: `http://127.0.0.1:${sink.port}`, sub: 'https://status.example.org' },
  });
  expect(payloads()[0]).toMatchInlineSnapshot(`
    {
      "body": "Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added",
      "tag": "msg_0123456789abcdefABCDEF01234",
      "title": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
      "url": "https://status.example.org/websites/3?open=5",
    }
  `);
});

it('opens the page of the requested action on a click, if there is one', async () => {
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await send([exampleAlertContent()], { acknowledgeUrl });
  await send([exampleAlertContent({ alert_type: 'SLOW', severity: 'warning' })], {
    publicUrl: 'http://localhost:3000',
  });
  expect(payloads().map(({ url }) => url)).toEqual([acknowledgeUrl, 'http://localhost:3000/websites/3?open=5']);
  expect(sink.messages[1]).toMatchObject({ urgency: 'normal', claims: { sub: 'mailto:postmaster@localhost' } });
});

it.each([404, 410])('%i: the browser has unsubscribed, so that the channel is gone', async (status) => {
  sink.refusal = { status, body: '' };
  const reason = `HTTP ${status}: the browser has unsubscribed`;
  expect(await send()).toEqual({ outcome: 'give-up', reason, isGone: true });
});

it.each([429, 503])('waits as long as the push service requests with %i', async (status) => {
  sink.refusal = { status, headers: { 'retry-after': '95' }, body: '' };
  expect(await send()).toEqual({ outcome: 'retry', reason: `HTTP ${status}`, retryAfterSeconds: 95 });
});

describe('its destination', () => {
  it('is the push service of a browser vendor, and no other entered host', async () => {
    const result = await send(
      undefined,
      undefined,
      destinationFor(sink, { ...plainOptions, webPushKeys: async () => keys }),
    );
    expect(result).toEqual({ outcome: 'give-up', reason: 'the address is no push service of a browser vendor' });
    expect(sink.messages).toHaveLength(0);
  });

  it('is refused with an invalid key', async () => {
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    const result = await send(undefined, undefined, destinationFor(sink, onLoopback, { p256dh: noPoint }));
    expect(result).toEqual({
      outcome: 'give-up',
      reason: 'the keys of the subscription are not valid: add the browser again',
    });
  });
});

it('tries again while the private key cannot be opened', async () => {
  const webPushKeys = () => Promise.reject(new OtherKeyError('a stored secret is encrypted with another key'));
  expect(await send(undefined, undefined, destinationFor(sink, { ...onLoopback, webPushKeys }))).toEqual({
    outcome: 'retry',
    reason: 'a stored secret is encrypted with another key',
  });
});

it('stays below 3 KB before encryption, without control characters or split emoji', async () => {
  await send(trickyContents());
  await send([emojiMessage(20_000)]);
  for (const payload of payloads()) {
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3_072);
    expect([payload.title, payload.body].map(isBroken)).toEqual([false, false]);
  }
  expect(payloads()[0]?.body).toContain('@everyone @channel <!channel> <@U1> [x](javascript:0)');
});
