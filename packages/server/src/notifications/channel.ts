import type { ChannelRules, ChannelSettings } from '../domain/channel-rules.ts';
import type { AlertContent } from './message/alert-content.ts';

/**
 * What came of one attempt. Reasons are for the ledger: the provider's words without secrets. A message that some
 * recipients took and others refused is `sent`; those that may take it later are to be tried again by themselves.
 */
export type SendResult =
  | { outcome: 'sent'; reason: string | null; retryFor?: { recipient: string; reason: string } }
  | { outcome: 'retry'; reason: string }
  /** `isAboutContent`: what the message says was refused, so that another message may be taken. */
  | { outcome: 'give-up'; reason: string; isAboutContent?: boolean };

/** What a message says besides its alerts. */
export interface MessageExtras {
  /** The server's public address, without a slash at the end, for links. */
  publicUrl: string;
  /** This is the last one before the channel's hourly limit; more follow from then on, milliseconds since the epoch. */
  heldBackUntil: number | null;
}

/** One place to which messages go. Deliveries with the same key fold into one message. */
export interface Destination {
  readonly key: string;
  /** How many of these alerts one message can name, counted from the first; at least 1. */
  capacity(contents: readonly AlertContent[]): number;
  /** Sends one message about all of the alerts. Expected failures are values and never thrown. */
  send(contents: readonly AlertContent[], extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
}

/** A way to tell people of alerts. */
export interface Channel {
  readonly rules: ChannelRules;
  /** Destinations served at a time. */
  readonly concurrency: number;
  /** Messages an hour at most, from all processes together; null for as many as there are. */
  readonly hourlyLimit: number | null;
  /** Where a delivery goes by the present settings. Called only when `whyOff` of these settings is null. */
  destination(recipient: string | null, settings: ChannelSettings): Destination;
}
