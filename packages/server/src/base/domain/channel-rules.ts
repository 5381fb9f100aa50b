import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { AlertType } from '@upvigil/core/contract/names/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { SlackSettings } from '@upvigil/core/contract/slack';
import type { AlertSubject } from './problems.ts';

/** A channel that somebody added, as it is stored. */
export interface OwnChannel {
  id: number;
  kind: DeliveryChannel;
  name: string;
  enabled: boolean;
  /** By the fields of its kind, without secrets. */
  config: AnyConfig;
  /** By their place, each sealed. */
  secrets: Readonly<Record<string, string>>;
}

/** The settings that decide whether and where an alert of one website goes. */
export interface ChannelSettings {
  notifications: NotificationSettings;
  /** Null while nothing is set for the website. */
  slack: SlackSettings | null;
  /** The channel that is meant; null or absent for the built-in one, 'deleted' where it is gone. */
  own?: OwnChannel | 'deleted' | null;
}

/** The part of an alert by which toggles decide. */
export interface ToggledAlert {
  alert_type: AlertType;
  problem: AlertSubject;
  kind: MonitorKind;
}

/** Whether a channel takes an alert, decided without sending anything. Reasons read 'email is switched off'. */
export interface ChannelRules {
  readonly name: DeliveryChannel;
  /** Why nothing at all can go out by these settings; null when it can. */
  offReason(settings: ChannelSettings): string | null;
  /** Why alerts like this one are not wanted; null when they are. */
  unwantedReason(alert: ToggledAlert, settings: ChannelSettings): string | null;
  /** Recipients as stored with the delivery; one delivery each. */
  recipients(settings: ChannelSettings): (string | null)[];
}
