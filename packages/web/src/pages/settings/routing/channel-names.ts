import type { Channel } from '@upvigil/core/contract/channels';
import { builtInChannels, type ChannelRef, channelNames } from '@upvigil/core/contract/names/channels';

/** Name of a channel in policies; the id of a deleted one. */
export function nameOfRef(channels: readonly Channel[], ref: ChannelRef): string {
  if (typeof ref === 'string') return channelNames[ref];
  return channels.find(({ id }) => id === ref)?.name ?? `channel ${ref}`;
}

/** Capitalized for headings: 'Email'. */
export const titleOfRef = (channels: readonly Channel[], ref: ChannelRef): string =>
  ref === 'email' ? 'Email' : nameOfRef(channels, ref);

/** All channels that a policy can reference. */
export const allRefs = (channels: readonly Channel[]): ChannelRef[] => [
  ...builtInChannels,
  ...channels.map(({ id }) => id),
];
