import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { putConfigSecrets, takeConfigSecrets } from '@upvigil/core/contract/channel-kinds/config-secrets';
import { type ChannelConfig, channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { addressSecrets } from '@upvigil/core/contract/secrets/shown-address';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { ChannelRules, ChannelSettings, OwnChannel } from '../../../base/domain/channel-rules.ts';
import { OtherKeyError } from '../../../base/sealed-text.ts';
import { channelSecretsIn } from '../../../storage/settings/channel-store.ts';
import type { Secrets } from '../../../storage/settings/secrets/secrets.ts';
import type { Channel, Destination, MessageExtras, Outgoing, SendResult } from '../channel.ts';
import { failureReason } from '../failure-reason.ts';
import { askProvider, type NotificationDialer, type ProviderAnswer, type ProviderRequest } from '../http-request.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { cleanContent, cleanNote } from '../message/clean-content.ts';
import { withoutSecrets } from '../without-secrets.ts';

/** The input of a kind to send one message. */
interface Means {
  /** The recipient; null when the channel has no list of recipients. */
  recipient: string | null;
  extras: MessageExtras;
  signal: AbortSignal;
  /** The time of this attempt, milliseconds since the epoch. */
  now: number;
  /** Sends one request through the dialer; does not follow redirects. Rejects without a complete response. */
  ask(request: ProviderRequest): Promise<ProviderAnswer>;
}

/** A kind of channel that can be added: its recipients, limits and requests. */
export interface OwnChannelKind<Kind extends DeliveryChannel> {
  readonly name: Kind;
  /** Concurrent recipients of one channel; 4 by default. */
  readonly concurrency?: number;
  /** Messages an hour, over all channels of the kind. */
  readonly hourlyLimit?: number;
  /** Each of these gets its own message. Absent: one message for the channel. */
  recipients?(config: ChannelConfig<Kind>): string[];
  /** As in `Destination`. */
  readonly isForProgram?: true;
  /**
   * How many of these alerts, from the first, one message can name. At least 1. Secrets of the settings are empty.
   * `publicUrl`: without a trailing slash, for the space that links need.
   */
  capacity(contents: readonly AlertContent[], publicUrl: string): number;
  /** Sends one message. Returns expected failures; rejections of `ask` may pass through. */
  send(config: ChannelConfig<Kind>, outgoing: Outgoing, means: Means): Promise<SendResult>;
}

export interface OwnChannelOptions {
  dialer: NotificationDialer;
  secrets: Pick<Secrets, 'open'>;
  publicUrl: () => string;
  /** The system clock by default. */
  clock?: Pick<Clock, 'now'>;
}

/** Creates a channel of a kind. Settings, secrets and failures are handled alike for all kinds. */
export function createOwnChannel<Kind extends DeliveryChannel>(
  kind: OwnChannelKind<Kind>,
  options: OwnChannelOptions,
): Channel {
  return {
    rules: ownChannelRules(kind.name, (config) => kind.recipients?.(config as ChannelConfig<Kind>) ?? [null]),
    concurrency: kind.concurrency ?? 4,
    hourlyLimit: kind.hourlyLimit ?? null,
    destination: (recipient, settings) => ownDestination(kind, options, recipient, settings),
  };
}

/** Combines the built-in channel of a kind with added ones: the settings of a delivery select one. */
export function besideBuiltIn(builtIn: Channel, own: Channel): Channel {
  const meant = ({ own: row }: ChannelSettings): Channel => (row ? own : builtIn);
  return {
    ...builtIn,
    rules: {
      name: builtIn.rules.name,
      offReason: (settings) => meant(settings).rules.offReason(settings),
      unwantedReason: (alert, settings) => meant(settings).rules.unwantedReason(alert, settings),
      recipients: (settings) => meant(settings).rules.recipients(settings),
    },
    destination: (recipient, settings) => meant(settings).destination(recipient, settings),
  };
}

/** The rules of added channels: their own switch. The routing decides what they receive. */
const ownChannelRules = (
  name: DeliveryChannel,
  recipients: (config: AnyConfig) => (string | null)[],
): ChannelRules => ({
  name,
  offReason: ({ own }) => ownOffReason(own),
  unwantedReason: () => null,
  recipients: ({ own }) => (isThere(own) ? recipients(own.config) : []),
});

export function ownOffReason(own: ChannelSettings['own']): string | null {
  if (!isThere(own)) return 'the channel was deleted';
  return own.enabled ? null : 'the channel is switched off';
}

/** Whether the settings refer to an added channel, existing or deleted, and not to the built-in one. */
export const isRow = ({ own }: ChannelSettings): boolean => own !== null && own !== undefined;

/** The addresses or numbers in the field `to` of an added channel; null for the built-in channel. */
export function rowRecipients(settings: ChannelSettings): string[] | null {
  if (!isRow(settings)) return null;
  return isThere(settings.own) ? (settings.own.config.to as string[]) : [];
}

/** Separates the destinations of different channels, so that no message names an alert twice. */
export const rowKey = ({ own }: ChannelSettings, recipient: string | null): string =>
  [...(isThere(own) ? [own.id] : []), recipient ?? ''].join(' ');

const isThere = (own: ChannelSettings['own']): own is OwnChannel => typeof own === 'object' && own !== null;

function ownDestination<Kind extends DeliveryChannel>(
  kind: OwnChannelKind<Kind>,
  options: OwnChannelOptions,
  recipient: string | null,
  settings: ChannelSettings,
): Destination {
  const { own } = settings;
  const { publicUrl } = options;
  const capacity = (contents: readonly AlertContent[]): number => kind.capacity(contents, publicUrl());
  const send = (outgoing: Outgoing, extras: MessageExtras, signal: AbortSignal): Promise<SendResult> => {
    if (!isThere(own)) return Promise.resolve({ outcome: 'give-up', reason: 'the channel was deleted' });
    return sendOpen(kind, own, outgoing, { recipient, extras, signal }, options);
  };
  return {
    key: rowKey(settings, recipient),
    ...(kind.isForProgram ? { isForProgram: true } : {}),
    capacity: (contents) => (kind.isForProgram ? capacity(contents.map(cleanContent)) : contents.length),
    send: (contents, extras, signal) => send(named(contents.map(cleanContent), capacity), extras, signal),
    sendNote: (note, extras, signal) => send({ contents: null, note: cleanNote(note) }, extras, signal),
  };
}

/** The first alerts, as many as fit into a message, and the number of the others. */
export function named(
  contents: readonly AlertContent[],
  capacity: (contents: readonly AlertContent[]) => number,
): Outgoing & { note: null } {
  const count = capacity(contents);
  return { contents: contents.slice(0, count), more: contents.slice(count), note: null };
}

async function sendOpen<Kind extends DeliveryChannel>(
  kind: OwnChannelKind<Kind>,
  own: OwnChannel,
  outgoing: Outgoing,
  means: Omit<Means, 'ask' | 'now'>,
  { dialer, secrets, clock = systemClock }: OwnChannelOptions,
): Promise<SendResult> {
  const opened = await openConfig(own, secrets);
  if (opened instanceof OtherKeyError) return { outcome: 'retry', reason: opened.message };
  const hidden = secretTexts(own, opened);
  try {
    const ask = (request: ProviderRequest) => askProvider(dialer, request, means.signal);
    const result = await kind.send(opened as ChannelConfig<Kind>, outgoing, { ...means, now: clock.now(), ask });
    return result.reason === null ? result : { ...result, reason: withoutSecrets(result.reason, hidden) };
  } catch (error) {
    return { outcome: 'retry', reason: withoutSecrets(failureReason(error, means.signal), hidden) };
  }
}

/**
 * The settings of a channel with readable secrets; the error when its key is unknown. A secret without a field, such
 * as the one before a rotation, has the name of its place.
 */
export async function openConfig(
  { id, kind, config, secrets: sealed }: OwnChannel,
  secrets: Pick<Secrets, 'open'>,
): Promise<AnyConfig | OtherKeyError> {
  try {
    const open = await secrets.open({ ...sealed }, channelSecretsIn(id, sealed));
    const { fields } = channelConfigs[kind];
    const besides = Object.entries(open).filter(([place]) => !Object.hasOwn(fields, place.split('.')[0] ?? ''));
    return { ...putConfigSecrets(fields, config, open), ...Object.fromEntries(besides) };
  } catch (error) {
    if (error instanceof OtherKeyError) return error;
    throw error;
  }
}

/** The secrets of settings, and the parts of addresses that allow sending: path, query and their longer pieces. */
function secretTexts({ kind, secrets: sealed }: OwnChannel, opened: AnyConfig): string[] {
  const { secrets } = takeConfigSecrets(channelConfigs[kind].fields, opened);
  const besides = Object.keys(sealed).flatMap((place) => {
    const text = opened[place];
    return typeof text === 'string' ? [text] : [];
  });
  const inAddresses = Object.entries(channelConfigs[kind].fields).flatMap(([name, { type }]) => {
    const address = opened[name];
    return type === 'address' && typeof address === 'string' ? addressSecrets(address) : [];
  });
  return [...Object.values(secrets), ...inAddresses, ...besides]
    .flatMap((text) => (canParseUrl(text) ? [text, ...partsOfAddress(new URL(text))] : [text]))
    .filter((text) => text.length >= shortestHidden);
}

/**
 * Shorter header values are not masked: they are no secrets, and masking would garble every reason that contains
 * them.
 */
const shortestHidden = 4;

function partsOfAddress({ href, pathname, search, searchParams }: URL): string[] {
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= 8);
  return [href, pathname + search, pathname, search, ...parts];
}
