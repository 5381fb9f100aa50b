import { randomBytes } from 'node:crypto';
import { channelNames, type DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { channelSentences } from '@upvigil/core/texts/channels';
import type { Channel, MessageExtras, Note, SendResult } from '../../alerts/notify/channel.ts';
import { testTexts } from '../../alerts/notify/message/message.ts';
import { requireInstallationId } from '../../alerts/notify/sending/installation-id.ts';
import { testDeadline } from '../../alerts/notify/test-deadline.ts';
import type { ChannelSettings, OwnChannel } from '../../base/domain/channel-rules.ts';
import type { Database } from '../../storage/database.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';

export interface TestSender {
  db: Database;
  channels: Readonly<Partial<Record<DeliveryChannel, Channel>>>;
  /** The server's public address, without a trailing slash. */
  publicUrl: () => string;
  /** Time limit of a test, for all recipients together. */
  testDeadlineMilliseconds: number;
}

const note: Note = { purpose: 'test', title: testTexts.subject, text: `${testTexts.body}\n`, link: null };

/** Sends a test message to each recipient of a channel. Returns the first failure. */
export async function sendTest(
  { db, channels, publicUrl, testDeadlineMilliseconds }: TestSender,
  own: OwnChannel,
): Promise<{ success: boolean; message: string }> {
  const signal = testDeadline(testDeadlineMilliseconds);
  // A disabled channel can be tested before it sends alerts.
  const settings = { notifications: await readNotificationSettings(db), slack: null, own: { ...own, enabled: true } };
  const extras: MessageExtras = {
    publicUrl: publicUrl(),
    throttledUntil: null,
    acknowledgeUrl: null,
    messageId: `msg_${randomBytes(20).toString('base64url')}`,
    installation: await requireInstallationId(db),
  };
  const channel = channels[own.kind];
  const reason = channel ? await sendFailure(channel, settings, extras, signal) : 'this kind cannot send';
  if (reason === null) return { success: true, message: channelSentences.tested };
  return { success: false, message: channelSentences.testFailed(own.name || channelNames[own.kind], reason) };
}

async function sendFailure(
  { rules, destination }: Channel,
  settings: ChannelSettings,
  extras: MessageExtras,
  signal: AbortSignal,
): Promise<string | null> {
  const offReason = rules.offReason(settings);
  if (offReason !== null) return offReason;
  for (const recipient of rules.recipients(settings)) {
    const result = await destination(recipient, settings).sendNote(note, extras, signal);
    const reason = failureOf(result);
    if (reason !== null) return recipient === null ? reason : `${recipient}: ${reason}`;
  }
  return null;
}

function failureOf(result: SendResult): string | null {
  if (result.outcome === 'sent') return result.retryFor?.reason ?? null;
  return result.reason;
}
