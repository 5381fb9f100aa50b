import type { NoticeKind } from '../contract/notices.ts';
import type { RoutingDocument } from '../contract/routing.ts';
import { limits } from '../limits.ts';

/** Texts of the list of alerts. Separate because only its page and commands load them. */
export const alertMessages = {
  deleteFailed: 'Failed to delete alert',
  clearOldFailed: (reason: string) => `Failed to clear alerts: ${reason}`,
  clearAllFailed: (reason: string) => `Failed to clear all alerts: ${reason}`,
  acknowledgeFailed: 'Failed to acknowledge',
  acknowledge: 'Later steps and reminders are cancelled.',
  acknowledged: (count: number) => (count === 1 ? '1 alert acknowledged' : `${count} alerts acknowledged`),
  noted: 'Note saved',
  nothingOpen: 'No alert needs an acknowledgement',
  none: 'No alerts found for the selected criteria',
} as const;

export const mutingMessages = {
  muteFailed: 'Failed to mute',
  unmuteFailed: 'Failed to unmute',
  muted: (what: string, until: string) => `${what} is muted until ${until}`,
  unmuted: (what: string) => `${what} is no longer muted`,
  about: 'Alerts are still recorded, but no notifications are sent until then. Public pages do not change.',
  ofWork: 'For planned work:',
} as const;

export const commandMessages = {
  alert: { noEvidence: 'The response to this check is no longer stored' },
  channel: {
    none: 'No channels added yet',
    added: (id: number, name: string) => `Added channel ${id}: ${name}`,
    deleted: (name: string) => `Deleted channel "${name}"`,
    confirmDelete: (name: string) => `Are you sure you want to delete channel "${name}"?`,
    secretsMissing: 'its secrets are encrypted with another key: enter them again',
    secretOnce: 'The signing secret is shown only once',
    rotated: 'For 24 hours, messages are also signed with the previous secret',
  },
  acknowledge: {
    done: (count: number) => `Acknowledged ${count === 1 ? '1 alert' : `${count} alerts`}`,
    none: 'No open alert needs an acknowledgement',
    confirmAll: (count: number) => `Acknowledge All? ${count === 1 ? '1 alert is' : `${count} alerts are`} open.`,
    failed: 'Failed to acknowledge',
    by: (who: string) => `acknowledged by ${who}`,
  },
  silence: {
    none: 'Nothing is muted',
    /** `until`: in the reader's local time. */
    made: (target: string, until: string) => `Muted ${target} until ${until}`,
    ended: (id: number) => `Ended mute ${id}`,
    failed: 'Failed to mute',
    longest: `at most ${limits.silenceDays}d`,
  },
  notice: { none: 'No notices in the last hours', noneLasts: 'No open notices' },
  drill: {
    none: 'There is no channel for a drill',
    sent: (count: number) =>
      `Sent ${count === 1 ? '1 drill' : `${count} drills`}: a recipient who confirms with the link proves that messages arrive`,
  },
  report: { none: 'No reports added yet' },
  routing: {
    saved: ({ revision }: Pick<RoutingDocument, 'revision'>) => `Saved as revision ${revision}`,
    noRoute: 'No route matches',
    nobody: 'Nobody is notified',
  },
} as const;

export const noticeTitles: Record<NoticeKind, string> = {
  offline: 'offline',
  backup_overdue: 'backup overdue',
  backup_failed: 'daily backup failed',
  channel_failing: 'channel failing',
  channel_unproven: 'channel not proven',
  channel_disabled: 'channel switched off',
  disk_low: 'disk nearly full',
  clock_skew: 'clock wrong',
  checks_late: 'checks late',
  folder_apart: 'data folders apart',
  not_checked: 'not checked',
  token_expiring: 'token expires',
  second_factor_guessed: 'second factor guessed',
};

/** One sentence without a full stop for each kind of notice: what to do. */
export const noticeRemedies: Record<NoticeKind, string> = {
  offline: 'Check the connection of this host, and the reference targets in Settings, General',
  backup_overdue: 'Create a backup on the Backup page, or every night with cron: docs/operating.md',
  backup_failed: 'Fix the reported cause, such as a full disk; the Backup page has the next attempt and the schedule',
  channel_failing: 'Send a test from its card in Settings, and fix the reported error',
  channel_unproven: 'Send a drill with upvigil drill, and open the link in the received message',
  channel_disabled: 'Enter a new address in Settings, Channels, and enable it, or delete it',
  disk_low: 'Free up disk space: delete old backups, shorten RETENTION_CHECKS_DAYS, or enlarge the disk',
  clock_skew: 'Synchronize the clock with NTP (timedatectl set-ntp true): the times of checks and alerts are wrong',
  checks_late: 'Add CPU to this machine, check less often, or distribute the checks: docs/scaling.md',
  folder_apart: 'Use the same DATA_DIR on a shared disk for all processes: docs/scaling.md',
  not_checked: 'Fix what the reasons name, such as a proxy or the DNS resolver; upvigil doctor tests this installation',
  second_factor_guessed:
    'Change that password. Until then, sign in with a passkey, a recovery code, or from a network where you are already signed in',
  token_expiring: 'Create a new token (upvigil token create), replace this one with it, then revoke this one',
};

/** Reason of a delivery that was not sent because its built-in channel is off. Its alert links to the form for it. */
export const channelOff = { email: 'email is switched off', sms: 'SMS is switched off' } as const;
