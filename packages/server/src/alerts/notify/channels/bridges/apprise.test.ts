import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AppriseSink, startAppriseSink } from '../../../../testing/sinks/bridges/apprise-sink.ts';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import type { MessageExtras } from '../../channel.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { createAppriseChannel } from './apprise.ts';

const key = 'planted-apprise-key_6';

const open = async (tags = 'ops, night') => {
  const sink = await startAppriseSink(key);
  const settings = ownSettings('apprise', { base_url: `${sink.baseUrl}`, key, tags });
  return { sink, destination: createAppriseChannel(plainOptions).destination(null, settings) };
};

describeChannelConformance('Apprise', async () => {
  const { sink, destination } = await open();
  return {
    sink,
    destination,
    secrets: [key],
    textOf: (message) => JSON.stringify(message),
    close: () => sink.close(),
  };
});

let sink: AppriseSink;
let destination: Awaited<ReturnType<typeof open>>['destination'];
beforeEach(async () => {
  ({ sink, destination } = await open());
});
afterEach(() => sink.close());
const send = (contents: AlertContent[], extras: Partial<MessageExtras> = {}) =>
  destination.send(contents, { ...exampleExtras, ...extras }, AbortSignal.timeout(5_000));

it('notifies the services with its tags, with title, type and links', async () => {
  await send([exampleAlertContent()], { acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' });
  expect(sink.messages[0]).toMatchInlineSnapshot(`
    {
      "body": "Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added
    Open Shop: https://status.example.org/websites/3?open=5
    Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF",
      "format": "text",
      "tag": "ops, night",
      "title": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
      "type": "failure",
    }
  `);
});

it('tries again when nothing is stored under the key, although that is a 2xx', async () => {
  sink.isEmpty = true;
  const reason = 'HTTP 204: nothing is stored under the configuration key';
  expect(await send([exampleAlertContent()])).toEqual({ outcome: 'retry', reason });
});

it('tries again when a service behind it refuses', async () => {
  sink.isServiceDown = true;
  const reason = 'HTTP 424: One or more notification could not be sent.';
  expect(await send([exampleAlertContent()])).toEqual({ outcome: 'retry', reason });
});

it('waits as long as a proxy requests in a header', async () => {
  sink.behaviour = 'busy';
  expect(await send([exampleAlertContent()])).toMatchObject({ outcome: 'retry', retryAfterSeconds: 21 });
});

it('mentions nobody on the services behind it, and splits no emoji', async () => {
  await send(trickyContents());
  await send([emojiMessage(20_000)]);
  const texts = sink.messages.flatMap(({ title, body }) => [title, body]);
  expect(sink.messages[0]?.format).toBe('text');
  expect(texts.join()).toContain('@\u200beveryone @\u200bchannel <\u200b!channel> <\u200b@U1>');
  expect(texts.join()).not.toMatch(/@everyone|<!|<@/);
  expect(texts.map(isBroken)).toEqual([false, false, false, false]);
});
