import { refKey } from '@upvigil/core/contract/names/channels';
import { channelSentences } from '@upvigil/core/texts/channels';
import type { Database } from '../../../storage/database.ts';
import { switchChannelOff } from '../../../storage/settings/channel-store.ts';
import type { SendResult } from '../channel.ts';
import { openNotice } from '../notices/notice-store.ts';

/** Whether the provider said that it will never take anything there. */
export const isGone = (result: SendResult): result is Extract<SendResult, { outcome: 'give-up' }> =>
  result.outcome === 'give-up' && result.isGone === true;

/**
 * Switches a channel off to which nothing can ever be sent, and begins a notice that says so. A built-in channel stays as it is.
 * `now`: milliseconds since the epoch. Whoever commits publishes that settings changed and that there is something to send.
 */
export async function switchOffGone(
  trx: Database,
  channelId: number | null,
  { reason }: Extract<SendResult, { outcome: 'give-up' }>,
  now: number,
): Promise<void> {
  const name = channelId === null ? null : await switchChannelOff(trx, channelId);
  if (channelId === null || name === null) return;
  const message = channelSentences.gone(name, reason);
  await openNotice(trx, { kind: 'channel_disabled', subject: refKey(channelId), message, now });
}
