import type { ChannelRules, ChannelSettings } from '../domain/channel-rules.ts';
import type { AlertContent } from './message/alert-content.ts';

/**
 * The result of one attempt to send. Reasons are stored with the delivery: the provider's words, without secrets. A
 * message that only some recipients took is `sent`; those that may take it later are in `retryFor`, to be tried again.
 */
export type SendResult =
  | { outcome: 'sent'; reason: string | null; retryFor?: { recipient: string; reason: string } }
  /** `retryAfterSeconds`: the provider said that it wants none before. */
  | { outcome: 'retry'; reason: string; retryAfterSeconds?: number }
  /**
   * `isAboutContent`: the content of the message was refused, so that a different message may be taken. `isGone`: the provider
   * said that nothing will ever be taken there, so that the channel is switched off.
   */
  | { outcome: 'give-up'; reason: string; isAboutContent?: boolean; isGone?: boolean };

/** What a message says besides its alerts. */
export interface MessageExtras {
  /** The server's public address, without a slash at the end, for links. */
  publicUrl: string;
  /** Not null on the last message before the channel's hourly limit: when the next may go, milliseconds since the epoch. */
  heldBackUntil: number | null;
  /** `msg_` and a hash of what is named: the same at every attempt to send it, and another once more is named. */
  messageId: string;
  /** Tells this installation from others that use the same provider. */
  installation: string;
  /** A link by which somebody can say that they take care of what the message names; null where nothing asks for that. */
  acknowledgeUrl: string | null;
}

/** A message that names no alert. */
export interface Note {
  purpose: 'test' | 'drill' | 'notice' | 'report' | 'announcement';
  title: string;
  /** Plain text; lines end with a newline. */
  text: string;
  /** The same as the content of a page's body, for what can show that. */
  html?: string | undefined;
  link: { label: string; url: string } | null;
}

/** One place to which messages go. Deliveries with the same key are folded into one message. */
export interface Destination {
  readonly key: string;
  /** False where each alert is a message of its own: none waits for company, and only the provider says how fast they go. */
  readonly folds?: false;
  /** How many of these alerts one message can name, counted from the first. At least 1. */
  capacity(contents: readonly AlertContent[]): number;
  /** Sends one message about all of the alerts. Expected failures are returned, not thrown. */
  send(contents: readonly AlertContent[], extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
  /** Sends a message that names none, cut where it is too long. */
  tell(note: Note, extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
}

/** A way to tell people of alerts. */
export interface Channel {
  readonly rules: ChannelRules;
  /** How many destinations of one channel are served at a time. Channels do not limit each other. */
  readonly concurrency: number;
  /** Messages an hour at most, of all processes together; null for no limit. */
  readonly hourlyLimit: number | null;
  /** Where a delivery goes with these settings. Called only while `whyOff` of them is null. */
  destination(recipient: string | null, settings: ChannelSettings): Destination;
}
