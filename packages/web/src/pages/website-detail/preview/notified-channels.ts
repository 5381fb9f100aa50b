import type { Channel } from '@upvigil/core/contract/channels';
import { type Severity, severityOf } from '@upvigil/core/contract/names/alerts';
import {
  type BuiltInChannel,
  builtInChannels,
  type ChannelRef,
  channelNames,
  refKey,
} from '@upvigil/core/contract/names/channels';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { SlackSettings } from '@upvigil/core/contract/slack';

/** Slack has a separate setting for each kind of outage. */
export type OutageToggle = 'alert_on_down' | 'alert_on_port_closed' | 'alert_on_ping_fail';

/** Saved settings that determine the channels. */
export interface NotifyingSettings {
  notifications: NotificationSettings;
  slack: SlackSettings | null;
  routing: Pick<RoutingDocument, 'policies' | 'channels'>;
  channels: readonly Channel[];
}

/** Copied from the contract, so that the form need not load the schemas. */
const defaultPolicyId = 1;

/** Channels of any step of the policy Default for an outage. */
export function notifiedChannels(
  settings: NotifyingSettings,
  toggle: OutageToggle,
  ofMonitor: Severity | null,
): string[] {
  const { routing, channels } = settings;
  const steps = routing.policies.find(({ id }) => id === defaultPolicyId)?.steps ?? [];
  const named = new Set(steps.flatMap((step) => step.channels));
  const severity = severityOf('DOWN', ofMonitor);
  const takes = (ref: ChannelRef): boolean => {
    const switches = routing.channels[refKey(ref)];
    if (!switches) return true;
    const { alert_types, min_severity } = switches;
    return (
      (alert_types.length === 0 || alert_types.includes('DOWN')) &&
      (min_severity === 'warning' || severity === 'critical')
    );
  };
  const isSelected = (ref: ChannelRef): boolean => named.has(ref) && takes(ref);
  const usable = notifiedBuiltIn(settings, toggle);
  return [
    ...builtInChannels.filter((ref) => isSelected(ref) && usable[ref]).map((ref) => channelNames[ref]),
    ...channels.filter(({ id, enabled }) => enabled && isSelected(id)).map(({ name }) => name),
  ];
}

function notifiedBuiltIn(
  { notifications, slack }: NotifyingSettings,
  toggle: OutageToggle,
): Record<BuiltInChannel, boolean> {
  const { alert_on_down, email_enabled, email_list, smtp_host, sms_enabled, phone_list } = notifications;
  const hasSender = notifications.smtp_from_email !== '' || notifications.smtp_username.includes('@');
  const isSmsSet = notifications.sendsms_username !== '' && notifications.sendsms_password !== '';
  return {
    email: alert_on_down && email_enabled && email_list !== '' && smtp_host !== '' && hasSender,
    sms: alert_on_down && sms_enabled && phone_list !== '' && isSmsSet,
    slack: slack?.enabled === true && slack.webhook_url !== '' && slack[toggle],
  };
}
