import { expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { startGotifySink } from '../../../../testing/sinks/push/gotify-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent } from '../../conformance.ts';
import { createGotifyChannel } from './gotify.ts';

const token = 'AplantedGotify5';

const open = channelOpener(async () => {
  const sink = await startGotifySink(token);
  const settings = ownSettings('gotify', { base_url: sink.baseUrl, token });
  return { sink, destination: createGotifyChannel(plainOptions).destination(null, settings) };
});

describeChannelConformance('Gotify', async () => ({
  ...(await open()),
  secrets: [token],
  textOf: (message) => JSON.stringify(message),
}));

it('has a title, the facts and its links, rings, and opens the website', async () => {
  const { sink, send } = await open();
  await send([exampleAlertContent()], { acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' });
  expect(sink.messages[0]).toMatchInlineSnapshot(`
    {
      "extras": {
        "client::display": {
          "contentType": "text/plain",
        },
        "client::notification": {
          "click": {
            "url": "https://status.example.org/websites/3?open=5",
          },
        },
      },
      "message": "Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added
    Open Shop: https://status.example.org/websites/3?open=5
    Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF",
      "priority": 8,
      "title": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
    }
  `);
});

it('waits as long as a proxy requests in a header', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  const reason = 'HTTP 429: Too Many Requests';
  expect(await send()).toEqual({ outcome: 'retry', reason, retryAfterSeconds: 17 });
});

it('sends plain text without Markdown, and splits no emoji', async () => {
  const { sink, send } = await open();
  await send(trickyContents());
  await send([emojiMessage(20_000)]);
  const texts = sink.messages.flatMap(({ title, message }) => [title, message]);
  expect(sink.messages[0]?.extras['client::display']).toEqual({ contentType: 'text/plain' });
  expect(texts[1]).toContain('[x](javascript:0)');
  expect(texts.map(isBroken)).toEqual([false, false, false, false]);
});

it('recognises an acceptance that repeats more than the bytes read', async () => {
  const { sink, send } = await open();
  const long = exampleAlertContent({ message: `Shop: ${'<щ>'.repeat(3_000)} is down` });
  expect(await send([long])).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages[0]?.message.length).toBeGreaterThan(2_000);
});
