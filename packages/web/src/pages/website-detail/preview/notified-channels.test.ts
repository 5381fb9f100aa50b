import type { Severity } from '@upvigil/core/contract/names/alerts';
import { defaultRouting } from '@upvigil/core/contract/routing';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { expect, it } from 'vitest';
import { type NotifyingSettings, notifiedChannels, type OutageToggle } from './notified-channels.ts';

const settings = {
  ...defaultNotificationSettings,
  email_enabled: true,
  email_list: 'ops@example.org',
  smtp_host: 'smtp.example.org',
  smtp_from_email: 'a@b.example',
  sms_enabled: true,
  phone_list: '+40712345678',
  sendsms_username: 'me',
  sendsms_password: '********',
};
const slack = slackSettingsSchema.parse({ enabled: true, webhook_url: 'https://hooks.slack.com/services/T0/B0/x' });

const routing = defaultRouting;
const own = { kind: 'telegram', config: {}, created_at: '', last_sent_at: null, proven_at: null } as const;
const added = { ...own, last_error: null, secrets_missing: false, enabled: true };
const channels = [
  { ...added, id: 7, name: 'Night' },
  { ...added, id: 8, name: 'Day' },
];
const rest = { routing, channels: [] };
const channelsOf = (
  notifications: NotifyingSettings['notifications'],
  ofSlack: NotifyingSettings['slack'],
  toggle: OutageToggle,
) => notifiedChannels({ notifications, slack: ofSlack, ...rest }, toggle, null);

it('lists additional channels of any step, if they accept outages', () => {
  const steps = [
    { after_minutes: 0, channels: ['email' as const] },
    { after_minutes: 15, channels: [7, 8] },
  ];
  const policies = [{ id: 1, name: 'Default', steps, remind_minutes: null }];
  const given = { notifications: settings, slack, routing: { ...routing, policies }, channels };
  const named = (change: Partial<NotifyingSettings>, severity: Severity | null = null) =>
    notifiedChannels({ ...given, ...change }, 'alert_on_down', severity);
  expect(named({})).toEqual(['email', 'Night', 'Day']);
  expect(named({ channels: [{ ...added, id: 7, name: 'Night', enabled: false }] })).toEqual(['email']);
  const critical = { alert_types: [], min_severity: 'critical' as const, quiet: [] };
  const slowOnly = { ...critical, alert_types: ['SLOW' as const] };
  const switched = { routing: { policies, channels: { 7: slowOnly, 8: critical } } };
  expect(named(switched)).toEqual(['email', 'Day']);
  expect(named(switched, 'warning')).toEqual(['email']);
});

it('lists the channels that receive an outage', () => {
  expect(channelsOf(settings, slack, 'alert_on_down')).toEqual(['email', 'SMS', 'Slack']);
  expect(channelsOf(defaultNotificationSettings, null, 'alert_on_down')).toEqual([]);
});

it.each([{ email_enabled: false }, { email_list: '' }, { smtp_host: '' }, { smtp_from_email: '' }])(
  'leaves email out with %o',
  (change) => {
    expect(channelsOf({ ...settings, ...change }, slack, 'alert_on_down')).toEqual(['SMS', 'Slack']);
  },
);

it.each([{ sms_enabled: false }, { phone_list: '' }, { sendsms_password: '' }])('leaves SMS out with %o', (change) => {
  expect(channelsOf({ ...settings, ...change }, slack, 'alert_on_down')).toEqual(['email', 'Slack']);
});

it("uses Slack's own setting for the monitor's kind", () => {
  const closed = { ...slack, alert_on_port_closed: false };
  expect(channelsOf(settings, closed, 'alert_on_port_closed')).toEqual(['email', 'SMS']);
  expect(channelsOf(settings, closed, 'alert_on_ping_fail')).toEqual(['email', 'SMS', 'Slack']);
  expect(channelsOf({ ...settings, alert_on_down: false }, closed, 'alert_on_down')).toEqual(['Slack']);
});
