import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { expect, it } from 'vitest';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { hostileAlert } from '../../../testing/sinks/hostile-alert.ts';
import { ownSettings, plainOptions } from '../../../testing/sinks/own-destination.ts';
import { slackTextOf, startSlackSink } from '../../../testing/sinks/slack-sink.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../conformance.ts';
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
  return { sink, destination, secrets: [planted, 'planted-bot-token'] };
});

it('mentions the configured people, and escapes foreign text', async () => {
  const { sink, destination } = await openDestination({ mention_users: 'U123, U456', channel_id: 'C1' });
  const message = 'Shop <!channel> & <@U999>: https://shop.example.com/ is down: HTTP 503';
  await destination.send([exampleAlertContent({ message })], exampleExtras, AbortSignal.timeout(5_000));
  const [received] = sink.messages;
  const text = received ? slackTextOf(received) : '';
  expect(text).toContain('<@U123> <@U456>');
  expect(text).toContain('Shop &lt;!channel&gt; &amp; &lt;@U999&gt;');
  expect(text).toContain('<https://status.example.org/websites/3?open=5|Open Shop>');
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
  expect(slackRules.unwantedReason(alert, settingsWith({ [toggle]: false }))).toBe(reason);
  const others = ['alert_on_down', 'alert_on_port_closed', 'alert_on_ping_fail'].filter((name) => name !== toggle);
  const othersOff = Object.fromEntries(others.map((name) => [name, false]));
  expect(slackRules.unwantedReason(alert, settingsWith(othersOff))).toBeNull();
});

const openRow = async () => {
  const sink = await startSlackSink();
  const settings = ownSettings('slack', { webhook_url: sink.webhookUrl(planted) });
  const channel = createSlackChannel(plainOptions);
  return { sink, settings, channel, destination: channel.destination(null, settings) };
};

describeChannelConformance('Slack that was added', async () => {
  const { sink, destination } = await openRow();
  const textOf = slackTextOf as (message: unknown) => string;
  return { sink, destination, secrets: [planted], textOf };
});

it('an added channel has one webhook for all websites, and accepts every alert', async () => {
  const { sink, settings, channel, destination } = await openRow();
  const website = slackSettingsSchema.parse({ enabled: true, webhook_url: sink.webhookUrl('other'), channel_id: 'C9' });
  const both = { ...settings, slack: website };
  expect(channel.destination(null, both).key).toBe(destination.key);
  expect(channel.destination(null, both).key).not.toBe(channel.destination(null, { ...both, own: null }).key);
  const recovered = { alert_type: 'RECOVERED', problem: 'outage', kind: 'URL' } as const;
  const off = { ...both, slack: { ...website, alert_on_recovery: false } };
  expect(channel.rules.unwantedReason(recovered, off)).toBeNull();
  expect(channel.rules.unwantedReason(recovered, { ...off, own: null })).toBe('RECOVERED alerts are switched off');
  expect(channel.rules.recipients(both)).toEqual([null]);
  expect(channel.rules.offReason({ ...both, own: 'deleted' })).toBe('the channel was deleted');
  await channel.destination(null, both).send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000));
  expect(sink.messages).toMatchObject([{ webhook: `/services/T0001/B0001/${planted}` }]);
  expect(sink.messages[0]?.channel).toBeUndefined();
  await sink.close();
});

it.each([
  ['of a website', async () => openDestination()],
  ['that was added', openRow],
])('a webhook %s has a link to acknowledge, escapes names, and cuts between graphemes', async (_which, open) => {
  const { sink, destination } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  const signal = AbortSignal.timeout(5_000);
  await destination.send([exampleAlertContent()], { ...exampleExtras, acknowledgeUrl }, signal);
  await destination.send([hostileAlert], exampleExtras, signal);
  await destination.send([exampleAlertContent({ cause: '👨‍👩‍👧'.repeat(5_000) })], exampleExtras, signal);
  const [one, hostile, long] = sink.messages;
  expect(one?.blocks.at(-1)).toEqual({
    type: 'context',
    elements: [{ type: 'mrkdwn', text: `<${acknowledgeUrl}|Acknowledge>` }],
  });
  const marked = JSON.stringify([hostile?.text, hostile?.blocks.filter(({ type }) => type !== 'header')]);
  expect(marked).toContain(
    '@everyone &lt;!channel&gt;: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0)',
  );
  expect(marked.match(/<[^|>]*/g)).toEqual(['<https://status.example.org/websites/3?open=5']);
  expect(long ? slackTextOf(long) : '').toMatch(/How we know\*\\n(👨‍👩‍👧)+…"/u);
  await sink.close();
});

it('waits as long as a 429 requests', async () => {
  const { sink, destination } = await openRow();
  sink.behaviour = 'busy';
  expect(await destination.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000))).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429 rate_limited',
    retryAfterSeconds: 30,
  });
  await sink.close();
});
