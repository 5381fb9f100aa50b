import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { AlertType } from '@upvigil/core/contract/names/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { SlackSettings } from '@upvigil/core/contract/slack';
import type { AlertSubject } from './problems.ts';

/** An added (not built-in) channel as stored. */
export interface OwnChannel {
  id: number;
  kind: DeliveryChannel;
  name: string;
  enabled: boolean;
  /** By field name of its kind, without secrets. */
  config: AnyConfig;
  /** Encrypted, by storage key. */
  secrets: Readonly<Record<string, string>>;
}

/** The settings that decide whether and to whom an alert of a website is sent. */
export interface ChannelSettings {
  notifications: NotificationSettings;
  /** Null if the website has no Slack settings. */
  slack: SlackSettings | null;
  /** The added channel; null or absent for the built-in one, 'deleted' if it does not exist any more. */
  own?: OwnChannel | 'deleted' | null;
}

/** The fields of an alert that switches depend on. */
export interface ToggledAlert {
  alert_type: AlertType;
  problem: AlertSubject;
  kind: MonitorKind;
}

/** Whether a channel accepts an alert, without sending anything. Reasons read 'email is switched off'. */
export interface ChannelRules {
  readonly name: DeliveryChannel;
  /** The reason why these settings allow no delivery at all; null if they allow it. */
  offReason(settings: ChannelSettings): string | null;
  /** The reason why alerts of this kind are not wanted; null if they are. */
  unwantedReason(alert: ToggledAlert, settings: ChannelSettings): string | null;
  /** Recipients, each with its own delivery. */
  recipients(settings: ChannelSettings): (string | null)[];
}
