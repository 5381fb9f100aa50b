import type { SendStep } from '@upvigil/core/contract/settings';
import type { ChannelRules, ChannelSettings } from '../../base/domain/channel-rules.ts';
import type { AlertContent } from './message/alert-content.ts';

/**
 * The result of one attempt to send. Reasons are stored with the delivery: the provider's text, without secrets. A
 * message that only some recipients accepted is `sent`; `retryFor` has those to retry.
 */
export type SendResult =
  | { outcome: 'sent'; reason: string | null; retryFor?: { recipient: string; reason: string } }
  /** `retryAfterSeconds`: the pause that the provider requested. */
  | { outcome: 'retry'; reason: string; retryAfterSeconds?: number; step?: SendStep }
  /**
   * `isAboutContent`: the content was refused, so that another message may be accepted. `isGone`: the provider will
   * never accept a message there, so the channel is disabled.
   */
  | { outcome: 'give-up'; reason: string; isAboutContent?: boolean; isGone?: boolean; step?: SendStep };

/** The content of a message besides its alerts. */
export interface MessageExtras {
  /** The server's public address for links, without a trailing slash. */
  publicUrl: string;
  /** Set on the last message before the channel's hourly limit: when the next may go, in milliseconds since the epoch. */
  throttledUntil: number | null;
  /** `msg_` and a hash of the named alerts: the same at every attempt, another one once more alerts are named. */
  messageId: string;
  /** Distinguishes this installation from others at the same provider. */
  installation: string;
  /** A link to acknowledge the alerts of the message; null when none needs it. */
  acknowledgeUrl: string | null;
}

/** A message without alerts. */
export interface Note {
  purpose: 'test' | 'drill' | 'notice' | 'report' | 'announcement';
  title: string;
  /** Plain text; lines end with a newline. */
  text: string;
  /** The same as HTML for a page's body, for channels that can show it. */
  html?: string | undefined;
  link: { label: string; url: string } | null;
}

/** The content of a message: alerts, of which `more` are counted and not named, or a note. */
export type Outgoing =
  | { contents: readonly AlertContent[]; more: readonly AlertContent[]; note: null }
  | { contents: null; note: Note };

/** The target of messages. Deliveries with the same key are combined into one message. */
export interface Destination {
  readonly key: string;
  /** True for programs: they get every alert, limited by the provider only and not by the pace for people. */
  readonly isForProgram?: true;
  /** How many of these alerts, from the first, one message can contain. At least 1; for people, all. */
  capacity(contents: readonly AlertContent[]): number;
  /**
   * Sends one message about all of the alerts. For people it names those that fit and counts the others. Expected
   * failures are returned, not thrown.
   */
  send(contents: readonly AlertContent[], extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
  /** Sends a message without alerts, cut to the limit. */
  sendNote(note: Note, extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
}

/** A notification channel. */
export interface Channel {
  readonly rules: ChannelRules;
  /** Concurrent destinations of one channel. Channels do not limit each other. */
  readonly concurrency: number;
  /** Messages an hour, over all processes; null: no limit. */
  readonly hourlyLimit: number | null;
  /** The destination of a delivery. Called only while `offReason` of the settings is null. */
  destination(recipient: string | null, settings: ChannelSettings): Destination;
}
