import { expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedNtfy, startNtfySink } from '../../../../testing/sinks/push/ntfy-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent } from '../../conformance.ts';
import { createNtfyChannel } from './ntfy.ts';

const token = 'tk_planted+ntfy/secret2';

const open = channelOpener(async () => {
  const sink = await startNtfySink('ops', token);
  const settings = ownSettings('ntfy', { base_url: sink.baseUrl, topic: 'ops', token });
  return { sink, destination: createNtfyChannel(plainOptions).destination(null, settings) };
});

describeChannelConformance('ntfy', async () => ({
  ...(await open()),
  secrets: [token, encodeURIComponent(token), 'planted+ntfy'],
  textOf: (message) => JSON.stringify(message),
}));

it('has a title, facts, and its links as buttons; a click opens the website', async () => {
  const { sink, send } = await open();
  await send([exampleAlertContent()], { acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' });
  expect(sink.messages[0]).toMatchInlineSnapshot(`
    {
      "actions": [
        {
          "action": "view",
          "label": "Open Shop",
          "url": "https://status.example.org/websites/3?open=5",
        },
        {
          "action": "view",
          "label": "Acknowledge",
          "url": "https://status.example.org/a/0123456789abcdefABCDEF",
        },
      ],
      "click": "https://status.example.org/websites/3?open=5",
      "message": "Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added",
      "priority": 5,
      "tags": [
        "rotating_light",
      ],
      "title": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
      "topic": "ops",
    }
  `);
});

it.each([
  ['an outage', { alert_type: 'DOWN' }, 5],
  ['what is warned of', { alert_type: 'SLOW', severity: 'warning' }, 4],
  ['what is made critical', { alert_type: 'SLOW', severity: 'critical' }, 5],
  ['a recovery', { alert_type: 'RECOVERED', severity: 'critical' }, 3],
  ['that somebody takes care', { alert_type: 'DOWN', purpose: 'acknowledgement' }, 3],
] as const)('%s has its priority', async (_what, given, priority) => {
  const { sink, send } = await open();
  await send([exampleAlertContent(given)]);
  expect(sink.messages[0]?.priority).toBe(priority);
});

it('reports the reason of ntfy for too many requests', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  const reason = 'HTTP 429: 42901 limit reached: too many requests, please be nice';
  expect(await send()).toEqual({ outcome: 'retry', reason });
});

it('cuts only a single alert that is too long, also when quotes make the JSON longer', async () => {
  const { sink, send } = await open();
  const long = exampleAlertContent({ message: '"\\'.repeat(3_000), cause: 'HTTP 503' });
  expect(await send([long])).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages[0]?.message).toMatch(/^"\\"\\.*…$/s);
});

it('sends plain text without control characters, and splits no emoji', async () => {
  const { sink, send } = await open();
  await send(trickyContents());
  await send([emojiMessage(6_000)]);
  const texts = (sink.messages as ReceivedNtfy[]).flatMap(({ title, message }) => [title, message]);
  expect(texts[1]).toContain('@everyone @channel <!channel> <@U1> [x](javascript:0)');
  expect(texts.map(isBroken)).toEqual([false, false, false, false]);
});

it('recognises an acceptance that repeats more than the bytes read', async () => {
  const { sink, send } = await open();
  const long = exampleAlertContent({ message: `Shop: ${'<щ>'.repeat(3_000)} is down` });
  expect(await send([long])).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages[0]?.message.length).toBeGreaterThan(2_000);
});
