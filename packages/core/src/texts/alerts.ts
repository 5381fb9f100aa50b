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
  about: 'Its alerts are recorded, but notify nobody until then. The public pages do not change.',
  ofWork: 'If it is worked on:',
} as const;

export const commandMessages = {
  alert: { noEvidence: 'The response to this check is not kept' },
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
  backup_overdue: 'Make one on the Backup page, or every night by cron: docs/operating.md',
  channel_failing: 'Send a test from its card in Settings, and fix the reported error',
  channel_unproven: 'Send a drill by upvigil drill, and open its link where it arrives',
  channel_disabled: 'Give it a new address in Settings, Channels, and switch it on, or delete it',
  disk_low: 'Make space: delete old backups, shorten RETENTION_CHECKS_DAYS, or enlarge the disk',
  clock_skew: 'Let the clock be set by NTP (timedatectl set-ntp true): times of checks and alerts are wrong',
  checks_late: 'Give this machine more CPU, check less often, or share the checks: docs/scaling.md',
  folder_apart: 'Give all processes one DATA_DIR on a disk that they share: docs/scaling.md',
  not_checked: 'Fix what the reasons name, such as a proxy or the DNS resolver; upvigil doctor tests this installation',
  second_factor_guessed:
    'Change that password. To sign in meanwhile, use a network in which you are signed in, a passkey or a recovery code',
  token_expiring: 'Make another one (upvigil token create), put it where this one is used, and revoke this one',
};
