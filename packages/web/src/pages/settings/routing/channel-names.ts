import type { Channel } from '@upvigil/core/contract/channels';
import { builtInChannels, type ChannelRef, channelNames } from '@upvigil/core/contract/names/channels';

/** The name of a channel in policies; the number of a deleted one. */
export function nameOfRef(channels: readonly Channel[], ref: ChannelRef): string {
  if (typeof ref === 'string') return channelNames[ref];
  return channels.find(({ id }) => id === ref)?.name ?? `channel ${ref}`;
}

/** The same as a heading begins: 'Email'. */
export const titleOfRef = (channels: readonly Channel[], ref: ChannelRef): string =>
  ref === 'email' ? 'Email' : nameOfRef(channels, ref);

/** Every channel that a policy can name. */
export const allRefs = (channels: readonly Channel[]): ChannelRef[] => [
  ...builtInChannels,
  ...channels.map(({ id }) => id),
];
