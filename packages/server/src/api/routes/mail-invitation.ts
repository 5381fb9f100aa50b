import type { Role } from '@upvigil/core/contract/names/roles';
import { defaults } from '@upvigil/core/defaults';
import { accessMessages } from '@upvigil/core/texts/access';
import type { Channel } from '../../alerts/notify/channel.ts';
import { missingServerReason } from '../../alerts/notify/channels/email.ts';
import { requireInstallationId } from '../../alerts/notify/sending/installation-id.ts';
import { testDeadline } from '../../alerts/notify/test-deadline.ts';
import type { Database } from '../../storage/database.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';

export interface InvitationMail {
  db: Database;
  email: Pick<Channel, 'destination'>;
  /** The server's public address, without a trailing slash. */
  publicUrl(): string;
  /** Time limit of one attempt. */
  deadlineMilliseconds: number;
}

/**
 * Mails an invitation directly, if email is configured. It does not use the outbox, which would store its link.
 * `error`: why it was not sent; null also without email.
 */
export async function mailInvitation(
  { db, email, publicUrl, deadlineMilliseconds }: InvitationMail,
  invitation: { email: string; role: Role; path: string },
): Promise<{ isSent: boolean; error: string | null }> {
  const notifications = await readNotificationSettings(db);
  if (missingServerReason(notifications) !== null) return { isSent: false, error: null };
  const destination = email.destination(invitation.email, { notifications, slack: null });
  const note = {
    purpose: 'announcement' as const,
    title: accessMessages.user.mailTitle(defaults.productName),
    text: `${accessMessages.user.mailText(invitation.role)}\n`,
    link: { label: accessMessages.user.mailLink, url: publicUrl() + invitation.path },
  };
  const extras = {
    publicUrl: publicUrl(),
    throttledUntil: null,
    acknowledgeUrl: null,
    messageId: `msg_invitation_${Date.now()}`,
    installation: await requireInstallationId(db),
  };
  const result = await destination.sendNote(note, extras, testDeadline(deadlineMilliseconds));
  if (result.outcome === 'sent' && !result.retryFor) return { isSent: true, error: null };
  return { isSent: false, error: result.reason ?? 'not every recipient server accepted it' };
}
