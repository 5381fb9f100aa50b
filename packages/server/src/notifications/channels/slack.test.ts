import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { expect, it } from 'vitest';
import { createDialer } from '../../probing/dialing/dialer.ts';
import { slackTextOf, startSlackSink } from '../../testing/sinks/slack-sink.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../conformance.ts';
import { plainOptions } from '../../testing/sinks/own-destination.ts';
import { createSlackChannel, slackRules } from './slack.ts';

const planted = 'plantedWebhookSecret3';

const openDestination = async (given: object = {}) => {
  const sink = await startSlackSink();
  const slack = slackSettingsSchema.parse({
    enabled: true,
    webhook_url: sink.webhookUrl(planted),
    bot_token: 'planted-bot-token',
    ...given,
  });
  const channel = createSlackChannel({ ...plainOptions, dialer: createDialer() });
  const destination = channel.destination(null, { notifications: defaultNotificationSettings, slack });
  return { sink, destination };
};

describeChannelConformance('Slack', async () => {
  const { sink, destination } = await openDestination();
  return { sink, destination, secrets: [planted, 'planted-bot-token'], close: () => sink.close() };
});

it('mentions whom the settings name, and escapes what comes from outside', async () => {
  const { sink, destination } = await openDestination({ mention_users: 'U123, U456', channel_id: 'C1' });
  const message = 'Shop <!channel> & <@U999>: https://shop.example.com/ is down: HTTP 503';
  await destination.send([exampleAlertContent({ message })], exampleExtras, AbortSignal.timeout(5_000));
  const [received] = sink.messages;
  const text = received ? slackTextOf(received) : '';
  expect(text).toContain('<@U123> <@U456>');
  expect(text).toContain('Shop &lt;!channel&gt; &amp; &lt;@U999&gt;');
  expect(text).toContain('<https://status.example.org/websites/3|Open Shop>');
  expect(received).toMatchObject({ channel: 'C1', webhook: `/services/T0001/B0001/${planted}` });
  await sink.close();
});

it('gives websites with one webhook one destination', async () => {
  const { sink } = await openDestination();
  const channel = createSlackChannel({ ...plainOptions, dialer: createDialer() });
  const keyOf = (webhook_url: string) =>
    channel.destination(null, {
      notifications: defaultNotificationSettings,
      slack: slackSettingsSchema.parse({ enabled: true, webhook_url }),
    }).key;
  expect(keyOf(sink.webhookUrl('a'))).toBe(keyOf(sink.webhookUrl('a')));
  expect(keyOf(sink.webhookUrl('a'))).not.toBe(keyOf(sink.webhookUrl('b')));
  await sink.close();
});

it.each([
  ['URL', 'alert_on_down', 'DOWN alerts are switched off'],
  ['TCP_PORT', 'alert_on_port_closed', 'port closed alerts are switched off'],
  ['IMAP', 'alert_on_port_closed', 'port closed alerts are switched off'],
  ['ICMP_PING', 'alert_on_ping_fail', 'ping fail alerts are switched off'],
] as const)('an outage of %s is decided by %s', (kind, toggle, reason) => {
  const settingsWith = (off: object) => ({
    notifications: defaultNotificationSettings,
    slack: slackSettingsSchema.parse({ enabled: true, webhook_url: 'https://hooks.example.com/x', ...off }),
  });
  const alert = { alert_type: 'DOWN', problem: 'outage', kind } as const;
  expect(slackRules.whyUnwanted(alert, settingsWith({ [toggle]: false }))).toBe(reason);
  const others = ['alert_on_down', 'alert_on_port_closed', 'alert_on_ping_fail'].filter((name) => name !== toggle);
  const othersOff = Object.fromEntries(others.map((name) => [name, false]));
  expect(slackRules.whyUnwanted(alert, settingsWith(othersOff))).toBeNull();
});
