import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { describe, expect, it } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { plainSecrets } from '../../../testing/plain-secrets.ts';
import { ownSettings } from '../../../testing/sinks/own-destination.ts';
import { startSmsSink } from '../../../testing/sinks/sms-sink.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../conformance.ts';
import { createSmsChannel, resultOf } from './sms.ts';

const account = { username: 'shop', password: 'planted sms&secret+2' };
const settings = {
  notifications: {
    ...defaultNotificationSettings,
    sms_enabled: true,
    phone_list: '+40 712 345 678, +40 799 999 999',
    sendsms_username: account.username,
    sendsms_password: account.password,
  },
  slack: null,
};

const openChannel = async () => {
  const sink = await startSmsSink(account);
  return {
    sink,
    channel: createSmsChannel({
      dialer: createDialer(),
      secrets: plainSecrets,
      sendSmsApiUrl: sink.apiUrl,
      smsHourlyLimit: 30,
    }),
  };
};

describeChannelConformance('SMS', async () => {
  const { sink, channel } = await openChannel();
  return {
    sink,
    destination: channel.destination('+40712345678', settings),
    secrets: [account.password, encodeURIComponent(account.password), 'planted+sms', 'planted%20sms'],
  };
});

it("sends to each phone separately, with the number in the provider's form", async () => {
  const { sink, channel } = await openChannel();
  for (const recipient of channel.rules.recipients(settings)) {
    const destination = channel.destination(recipient, settings);
    await destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000));
  }
  expect(sink.messages).toEqual([
    { to: '+40712345678', text: expect.stringContaining('https://shop.example.com/ is down: HTTP 503') },
    { to: '+40799999999', text: expect.stringContaining('is down') },
  ]);
  await sink.close();
});

it("answers the provider's words", async () => {
  const { sink, channel } = await openChannel();
  sink.behaviour = 'refuse-recipient';
  const destination = channel.destination('+40712345678', settings);
  expect(await destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000))).toEqual({
    outcome: 'give-up',
    reason: '-4 Invalid phone number: +40712345678',
  });
  await sink.close();
});

describe('a row of SMS, with phones of its own', () => {
  const notifications = { ...settings.notifications, sms_enabled: false, phone_list: '', alert_on_down: false };
  const row = ownSettings('sms', { to: ['+40 788 888 888', '+40712345678'] }, { notifications });

  it('sends them through the provider, regardless of the switches of the built-in channel', async () => {
    const { sink, channel } = await openChannel();
    expect(channel.rules.offReason(row)).toBeNull();
    expect(channel.rules.unwantedReason({ alert_type: 'DOWN', problem: 'outage', kind: 'URL' }, row)).toBeNull();
    for (const recipient of channel.rules.recipients(row)) {
      const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
      const extras = { ...exampleExtras, acknowledgeUrl };
      await channel.destination(recipient, row).send([exampleAlertContent()], extras, AbortSignal.timeout(5_000));
    }
    expect(sink.messages.map(({ to }) => to)).toEqual(['+40788888888', '+40712345678']);
    expect(sink.messages[0]?.text).toBe(
      'Shop: https://shop.example.com/ is down: HTTP 503. Since 12:00 UTC. Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF',
    );
    await sink.close();
  });

  it('shares the hourly limit with the built-in channel, but no message, which would name an alert twice', async () => {
    const { sink, channel } = await openChannel();
    expect(channel.hourlyLimit).toBe(30);
    const keys = [settings, row].map((each) => channel.destination('+40712345678', each).key);
    expect(new Set(keys).size).toBe(2);
    await sink.close();
  });

  it.each([
    ['is switched off', { ...row, own: { ...(row.own as object), enabled: false } }, 'the channel is switched off'],
    ['was deleted', { ...row, own: 'deleted' }, 'the channel was deleted'],
    [
      'has no provider',
      { ...row, notifications: { ...notifications, sendsms_password: '' } },
      'the SMS provider is not set',
    ],
  ])('gives the reason why nobody is notified when it %s', async (_what, given, reason) => {
    const { sink, channel } = await openChannel();
    expect(channel.rules.offReason(given as typeof row)).toBe(reason);
    await sink.close();
  });
});

it.each(['null', '7', '{"text":"queued"}'])(
  'counts a message as sent when the answer has the unusual text %s',
  (message) => {
    const answer = { status: 200, headers: {}, body: `{"status":"1","message":${message},"details":[]}` };
    expect(resultOf(answer)).toEqual({ outcome: 'sent', reason: null });
  },
);
