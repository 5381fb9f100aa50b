import { expect, it } from 'vitest';
import { startAppriseSink } from '../../../../testing/sinks/bridges/apprise-sink.ts';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent } from '../../conformance.ts';
import { createAppriseChannel } from './apprise.ts';

const key = 'planted-apprise-key_6';

const open = channelOpener(async () => {
  const sink = await startAppriseSink(key);
  const settings = ownSettings('apprise', { base_url: `${sink.baseUrl}`, key, tags: 'ops, night' });
  return { sink, destination: createAppriseChannel(plainOptions).destination(null, settings) };
});

describeChannelConformance('Apprise', async () => ({
  ...(await open()),
  secrets: [key],
  textOf: (message) => JSON.stringify(message),
}));

it('notifies the services with its tags, with title, type and links', async () => {
  const { sink, send } = await open();
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
  const { sink, send } = await open();
  sink.isEmpty = true;
  const reason = 'HTTP 204: nothing is stored under the configuration key';
  expect(await send()).toEqual({ outcome: 'retry', reason });
});

it('tries again when a service behind it refuses', async () => {
  const { sink, send } = await open();
  sink.isServiceDown = true;
  const reason = 'HTTP 424: One or more notification could not be sent.';
  expect(await send()).toEqual({ outcome: 'retry', reason });
});

it('waits as long as a proxy requests in a header', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  expect(await send()).toMatchObject({ outcome: 'retry', retryAfterSeconds: 21 });
});

it('mentions nobody on the services behind it, and splits no emoji', async () => {
  const { sink, send } = await open();
  await send(trickyContents());
  await send([emojiMessage(20_000)]);
  const texts = sink.messages.flatMap(({ title, body }) => [title, body]);
  expect(sink.messages[0]?.format).toBe('text');
  expect(texts.join()).toContain('@\u200beveryone @\u200bchannel <\u200b!channel> <\u200b@U1>');
  expect(texts.join()).not.toMatch(/@everyone|<!|<@/);
  expect(texts.map(isBroken)).toEqual([false, false, false, false]);
});
