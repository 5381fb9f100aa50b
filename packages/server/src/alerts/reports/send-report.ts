import { RequestError } from '@upvigil/core/contract/errors';
import type { Clock } from '../../base/clock.ts';
import type { Database, InTransaction } from '../../storage/database.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import type { Channel, MessageExtras, SendResult } from '../notify/channel.ts';
import { missingServerReason } from '../notify/channels/email.ts';
import { requireInstallationId } from '../notify/sending/installation-id.ts';
import type { MessageContent } from '../notify/sending/new-messages.ts';
import { testDeadline } from '../notify/test-deadline.ts';
import { makeReport, websitesGone } from './make-report.ts';
import type { ReportSources } from './report-figures-store.ts';
import { noteSent, type StoredReport } from './report-store.ts';

export interface ReportSender {
  db: Database;
  clock: Pick<Clock, 'now'>;
  email: Pick<Channel, 'destination'>;
  sources: ReportSources;
  /** The server's public address, without a trailing slash. */
  publicUrl(): string;
  /** Time limit of one attempt. */
  deadlineMilliseconds: number;
}

/**
 * Sends a report at once, about the day or week up to now; the schedule stays unchanged. A refusal by the server is a
 * normal result.
 * @throws RequestError `conflict` when email is not configured, or all websites of the report were deleted
 */
export async function sendReport(
  sender: ReportSender,
  report: StoredReport,
  change: InTransaction,
): Promise<{ success: boolean; message: string }> {
  const { db, clock, sources } = sender;
  const settings = await readNotificationSettings(db);
  const missing = missingServerReason(settings);
  if (missing !== null) throw new RequestError('conflict', `Email is not configured: ${missing}`);
  const now = clock.now();
  const content = await makeReport(db, report, { due: now, now }, sources);
  if (content === null) throw new RequestError('conflict', `No report: ${websitesGone}`);
  const recipients = report.input.recipients.join(', ');
  const destination = sender.email.destination(recipients, { notifications: settings, slack: null });
  const result = await destination.sendNote(
    noteOf(content, sender),
    await extrasOf(sender, report, now),
    testDeadline(sender.deadlineMilliseconds),
  );
  const error = sendFailure(result);
  await change((trx) => noteSent(trx, report.id, { at: now, error }));
  return { success: error === null, message: error ?? `Report sent to ${recipients}` };
}

const noteOf = ({ title, text, html, link }: MessageContent, { publicUrl }: ReportSender) => ({
  purpose: 'report' as const,
  title,
  text,
  html,
  link: link && { label: link.label, url: publicUrl() + link.path },
});

const extrasOf = async (
  { db, publicUrl }: ReportSender,
  { id }: StoredReport,
  now: number,
): Promise<MessageExtras> => ({
  publicUrl: publicUrl(),
  throttledUntil: null,
  acknowledgeUrl: null,
  messageId: `msg_report_${id}_${now}`,
  installation: await requireInstallationId(db),
});

/** Some recipients may have been refused. */
function sendFailure(result: SendResult): string | null {
  if (result.outcome !== 'sent') return result.reason;
  return result.retryFor?.reason ?? result.reason;
}
