import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { expect, it } from 'vitest';
import { channelsThatTell } from './channels-that-tell.ts';

const settings = {
  ...defaultNotificationSettings,
  ...{
    email_enabled: true,
    email_list: 'ops@example.org',
    smtp_host: 'smtp.example.org',
    smtp_from_email: 'a@b.example',
  },
  ...{ sms_enabled: true, phone_list: '+40712345678', sendsms_username: 'me', sendsms_password: '********' },
};
const slack = slackSettingsSchema.parse({ enabled: true, webhook_url: 'https://hooks.slack.com/services/T0/B0/x' });

it('names the channels that an outage goes to', () => {
  expect(channelsThatTell(settings, slack, 'alert_on_down')).toEqual(['email', 'SMS', 'Slack']);
  expect(channelsThatTell(defaultNotificationSettings, null, 'alert_on_down')).toEqual([]);
});

it.each([{ email_enabled: false }, { email_list: '' }, { smtp_host: '' }, { smtp_from_email: '' }])(
  'leaves email out with %o',
  (change) => {
    expect(channelsThatTell({ ...settings, ...change }, slack, 'alert_on_down')).toEqual(['SMS', 'Slack']);
  },
);

it.each([{ sms_enabled: false }, { phone_list: '' }, { sendsms_password: '' }])('leaves SMS out with %o', (change) => {
  expect(channelsThatTell({ ...settings, ...change }, slack, 'alert_on_down')).toEqual(['email', 'Slack']);
});

it("asks Slack's own setting for what is watched", () => {
  const closed = { ...slack, alert_on_port_closed: false };
  expect(channelsThatTell(settings, closed, 'alert_on_port_closed')).toEqual(['email', 'SMS']);
  expect(channelsThatTell(settings, closed, 'alert_on_ping_fail')).toEqual(['email', 'SMS', 'Slack']);
  expect(channelsThatTell({ ...settings, alert_on_down: false }, closed, 'alert_on_down')).toEqual(['Slack']);
});
