import { type BuiltInChannel, builtInChannels, channelNames } from '@upvigil/core/channel-kinds/names';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { SlackSettings } from '@upvigil/core/contract/slack';

/** Slack has a setting of its own for outages of each kind. */
export type OutageToggle = 'alert_on_down' | 'alert_on_port_closed' | 'alert_on_ping_fail';

/** The channels that would tell of an outage by the settings as they are. */
export function channelsThatTell(
  notifications: NotificationSettings,
  slack: SlackSettings | null,
  toggle: OutageToggle,
): string[] {
  const { alert_on_down, email_enabled, email_list, smtp_host, sms_enabled, phone_list } = notifications;
  const hasSender = notifications.smtp_from_email !== '' || notifications.smtp_username.includes('@');
  const isSmsSet = notifications.sendsms_username !== '' && notifications.sendsms_password !== '';
  const tells: Record<BuiltInChannel, boolean> = {
    email: alert_on_down && email_enabled && email_list !== '' && smtp_host !== '' && hasSender,
    sms: alert_on_down && sms_enabled && phone_list !== '' && isSmsSet,
    slack: slack?.enabled === true && slack.webhook_url !== '' && slack[toggle],
  };
  return builtInChannels.filter((channel) => tells[channel]).map((channel) => channelNames[channel]);
}
