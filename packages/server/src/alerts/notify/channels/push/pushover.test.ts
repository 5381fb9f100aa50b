import { expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { startPushoverSink } from '../../../../testing/sinks/push/pushover-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent } from '../../conformance.ts';
import { createPushoverChannel } from './pushover.ts';

const user = 'plantedUserKey3xxxxxxxxxxxxxxx';
const token = 'plantedAppToken4xxxxxxxxxxxxxx';

const open = channelOpener(async (given: { user_key?: string } = {}) => {
  const sink = await startPushoverSink(user, token);
  const config = { user_key: user, app_token: token, base_url: sink.baseUrl, ...given };
  return { sink, destination: createPushoverChannel(plainOptions).destination(null, ownSettings('pushover', config)) };
});

describeChannelConformance('Pushover', async () => ({
  ...(await open()),
  secrets: [user, token],
  textOf: (message) => Object.values(message as Record<string, string>).join('\n'),
}));

it("bypasses a phone's quiet hours for an outage; the link to act is its button, the other is in the text", async () => {
  const { sink, send } = await open();
  await send([exampleAlertContent()], { acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' });
  expect(sink.messages[0]).toMatchInlineSnapshot(
    { token: expect.any(String), user: expect.any(String) },
    `
    {
      "message": "Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added
    Open Shop: https://status.example.org/websites/3?open=5",
      "priority": "1",
      "title": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
      "token": Any<String>,
      "url": "https://status.example.org/a/0123456789abcdefABCDEF",
      "url_title": "Acknowledge",
      "user": Any<String>,
    }
  `,
  );
  await send([exampleAlertContent({ alert_type: 'SLOW', severity: 'warning' })]);
  expect(sink.messages[1]).toMatchObject({ priority: '0', url: 'https://status.example.org/websites/3?open=5' });
});

it('keeps a link that is too long for a button in the text', async () => {
  const { sink, send } = await open();
  const publicUrl = `https://status.example.org/${'p'.repeat(600)}`;
  expect(await send([exampleAlertContent()], { publicUrl })).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages[0]).not.toHaveProperty('url');
  expect(sink.messages[0]?.message).toContain(`${publicUrl}/websites/3?open=5`);
});

it("waits until the month's messages begin anew, as the headers of its 429 say", async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  const result = await send();
  expect(result).toMatchObject({ outcome: 'retry', reason: 'HTTP 429: message limit for the month is reached' });
  const { retryAfterSeconds } = result as { retryAfterSeconds: number };
  expect(Math.abs(retryAfterSeconds - 3_000)).toBeLessThanOrEqual(3);
});

it('does not retry, nor send another message, for an unknown user', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'refuse-recipient';
  expect(await send()).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 400: user identifier is not a valid user, group, or subscribed user key',
  });
});

it('sends plain text without control characters, and splits no emoji', async () => {
  const { sink, send } = await open();
  await send(trickyContents());
  await send([emojiMessage(6_000)]);
  const texts = sink.messages.flatMap(({ title = '', message = '' }) => [title, message]);
  expect(texts[1]).toContain('[x](javascript:0)');
  expect(sink.messages[0]).not.toHaveProperty('html');
  expect(texts.map(isBroken)).toEqual([false, false, false, false]);
});
