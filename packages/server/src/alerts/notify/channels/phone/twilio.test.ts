import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { startTwilioSink, type TwilioSink } from '../../../../testing/sinks/phone/twilio-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import type { MessageExtras } from '../../channel.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { createTwilioChannel } from './twilio.ts';

const sid = `AC${'0123456789abcdef'.repeat(2)}`;
const token = 'planted/twilio+secret7';
const login = Buffer.from(`${sid}:${token}`).toString('base64');
const channel = createTwilioChannel({ ...plainOptions, smsHourlyLimit: 30 });
const to = ['+40 712 345 678', '+40799999999'];
const settingsFor = (sink: TwilioSink, from = '+15005550006') =>
  ownSettings('twilio', { account_sid: sid, auth_token: token, from, to, base_url: sink.baseUrl });

describeChannelConformance('Twilio', async () => {
  const sink = await startTwilioSink(sid, token);
  return {
    sink,
    destination: channel.destination('+40712345678', settingsFor(sink)),
    secrets: [token, login, encodeURIComponent(token), 'planted/twilio'],
  };
});

let sink: TwilioSink;
beforeEach(async () => {
  sink = await startTwilioSink(sid, token);
});
afterEach(() => sink.close());
const send = (contents: AlertContent[] = [exampleAlertContent()], extras: Partial<MessageExtras> = {}, from?: string) =>
  channel
    .destination(to[0] ?? '', settingsFor(sink, from))
    .send(contents, { ...exampleExtras, ...extras }, AbortSignal.timeout(5_000));

it('sends to each phone separately, from a number or a messaging service', async () => {
  expect(channel.rules.recipients(settingsFor(sink))).toEqual(to);
  await send();
  await send([exampleAlertContent()], {}, `MG${'0'.repeat(32)}`);
  expect(sink.messages).toEqual([
    { To: '+40712345678', From: '+15005550006', Body: expect.stringContaining('is down: HTTP 503. Since 12:00 UTC.') },
    { To: '+40712345678', MessagingServiceSid: `MG${'0'.repeat(32)}`, Body: expect.any(String) },
  ]);
});

describe('an hour of SMS', () => {
  it('has the cap of the built-in SMS, and 0 disables it', () => {
    expect(channel.hourlyLimit).toBe(30);
    expect(channel.rules.offReason(settingsFor(sink))).toBeNull();
    const off = createTwilioChannel({ ...plainOptions, smsHourlyLimit: 0 });
    expect(off.rules.offReason(settingsFor(sink))).toBe('SMS_HOURLY_LIMIT is 0');
  });

  it('states in its last one until when further ones wait', async () => {
    await send([exampleAlertContent()], { throttledUntil: Date.UTC(2026, 2, 10, 13) });
    expect(sink.messages[0]?.Body).toMatch(/ Further SMS wait until 13:00 UTC\.$/);
  });
});

it.each([
  [21211, "The 'To' number is not a valid phone number."],
  [21610, 'Attempt to send to unsubscribed recipient'],
  [21614, "'To' number is not a valid mobile number"],
])('%i is about the number, and final', async (code, message) => {
  sink.refusal = { status: 400, code, message };
  expect(await send()).toEqual({ outcome: 'give-up', reason: `HTTP 400: ${code} ${message}` });
});

it.each([
  [21408, 'Permission to send an SMS has not been enabled for the region'],
  [21603, "A 'From' phone number is required."],
])('%i may be corrected in the account, and is retried', async (code, message) => {
  sink.refusal = { status: 400, code, message };
  expect(await send()).toEqual({ outcome: 'retry', reason: `HTTP 400: ${code} ${message}` });
});

it('waits as long as Twilio requests with a 429', async () => {
  sink.behaviour = 'busy';
  const reason = 'HTTP 429: 20429 Too Many Requests';
  expect(await send()).toEqual({ outcome: 'retry', reason, retryAfterSeconds: 12 });
});

it('sends two parts at most, and splits no emoji', async () => {
  await send(trickyContents());
  await send([emojiMessage(6_000)]);
  expect(sink.messages.map(({ Body = '' }) => isBroken(Body))).toEqual([false, false]);
  expect(sink.messages.every(({ Body = '' }) => Body.length <= 306)).toBe(true);
});
