import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { expect, it } from 'vitest';
import { createDialer } from '../../probing/dialing/dialer.ts';
import { plainSecrets } from '../../testing/plain-secrets.ts';
import { startSmsSink } from '../../testing/sinks/sms-sink.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../conformance.ts';
import { createSmsChannel } from './sms.ts';

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
    close: () => sink.close(),
  };
});

it('sends to each phone by itself, with the number as the provider wants it', async () => {
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
