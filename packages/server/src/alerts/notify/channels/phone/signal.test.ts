import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedSignal, type SignalSink, startSignalSink } from '../../../../testing/sinks/phone/signal-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { createSignalChannel } from './signal.ts';

const number = '+40700000000';
const [phone, group] = ['+40712345678', 'group.ckRzaEd4VmRzNnJaASAEsasa='];
const channel = createSignalChannel(plainOptions);
const settingsFor = (sink: SignalSink) =>
  ownSettings('signal', { base_url: sink.baseUrl, number, recipients: [phone, group] });

describeChannelConformance('Signal', async () => {
  const sink = await startSignalSink(number);
  return {
    sink,
    destination: channel.destination(phone, settingsFor(sink)),
    secrets: [],
    textOf: (message) => (message as ReceivedSignal).message,
  };
});

let sink: SignalSink;
beforeEach(async () => {
  sink = await startSignalSink(number);
});
afterEach(() => sink.close());
const send = (recipient: string, contents: AlertContent[] = [exampleAlertContent()]) => {
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  const destination = channel.destination(recipient, settingsFor(sink));
  return destination.send(contents, { ...exampleExtras, acknowledgeUrl }, AbortSignal.timeout(5_000));
};

it('sends to each person and group separately', async () => {
  expect(channel.rules.recipients(settingsFor(sink))).toEqual([phone, group]);
  for (const recipient of [phone, group]) await send(recipient);
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([[phone], [group]]);
  expect(sink.messages[0]?.message).toMatchInlineSnapshot(`
    "DOWN: Shop: https://shop.example.com/ is down: HTTP 503
    Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added
    Open Shop: https://status.example.org/websites/3?open=5
    Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF"
  `);
});

it('gives up on a person who left Signal, but not on a group that such a person was in', async () => {
  sink.isSomebodyGone = true;
  const words = 'Failed to send (some) messages: +40712345678: Unregistered user "+40712345678" 1780171156320';
  expect(await send(phone)).toEqual({ outcome: 'give-up', reason: `HTTP 400: ${words}` });
  expect(await send(group)).toEqual({ outcome: 'sent', reason: words });
});

it('retries when the sending number is not registered, and when Signal limits the rate', async () => {
  sink.behaviour = 'refuse-login';
  expect(await send(phone)).toEqual({ outcome: 'retry', reason: `HTTP 400: User ${number} is not registered.` });
  sink.behaviour = 'busy';
  expect(await send(phone)).toMatchObject({ outcome: 'retry', reason: expect.stringMatching(/^HTTP 429: Rate limit/) });
});

it('sends plain text without control characters, and splits no emoji', async () => {
  await send(phone, trickyContents());
  await send(phone, [emojiMessage(6_000)]);
  expect(sink.messages[0]?.message).toContain('@everyone @channel <!channel> <@U1> [x](javascript:0)');
  expect(sink.messages.map(({ message }) => isBroken(message))).toEqual([false, false]);
});
