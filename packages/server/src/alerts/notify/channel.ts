import type { ChannelRules, ChannelSettings } from '../../base/domain/channel-rules.ts';
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

/** The content of a message besides its alerts. */
export interface MessageExtras {
  /** The server's public address, without a slash at the end, for links. */
  publicUrl: string;
  /** Not null on the last message before the channel's hourly limit: when the next may go, milliseconds since the epoch. */
  throttledUntil: number | null;
  /** `msg_` and a hash of what is named: the same at every attempt to send it, and another once more is named. */
  messageId: string;
  /** Distinguishes this installation from others at the same provider. */
  installation: string;
  /** A link to acknowledge the alerts of the message; null where none needs it. */
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

/** The content of a message: alerts, of which those in `more` are only counted, or a note without alerts. */
export type Outgoing =
  | { contents: readonly AlertContent[]; more: readonly AlertContent[]; note: null }
  | { contents: null; note: Note };

/** Where messages go. Deliveries with the same key are folded into one message. */
export interface Destination {
  readonly key: string;
  /** True where a program reads the messages: it gets every alert, as fast as its provider lets it, and not at the pace of people. */
  readonly isForProgram?: true;
  /** How many of these alerts one message can be about, counted from the first. At least 1; for people, all. */
  capacity(contents: readonly AlertContent[]): number;
  /** Sends one message about all of the alerts; for people it names as many as fit, and counts the others. Expected failures are returned, not thrown. */
  send(contents: readonly AlertContent[], extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
  /** Sends a message that names none, cut where it is too long. */
  sendNote(note: Note, extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
}

/** A channel for notifications. */
export interface Channel {
  readonly rules: ChannelRules;
  /** How many destinations of one channel are served at a time. Channels do not limit each other. */
  readonly concurrency: number;
  /** Messages an hour at most, of all processes together; null for no limit. */
  readonly hourlyLimit: number | null;
  /** Where a delivery goes with these settings. Called only while `offReason` of them is null. */
  destination(recipient: string | null, settings: ChannelSettings): Destination;
}
