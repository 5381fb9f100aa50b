import type { NoticeKind } from '@upvigil/core/contract/notices';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import type { MessageContent } from '../sending/new-messages.ts';

const titles: Record<NoticeKind, string> = {
  offline: 'This installation is offline',
  backup_overdue: 'The backup is overdue',
  backup_failed: 'The daily backup failed',
  channel_failing: 'A channel is failing',
  channel_unproven: 'A channel is not proven',
  channel_disabled: 'A channel was switched off',
  disk_low: 'The disk is nearly full',
  clock_skew: 'The clock is wrong',
  checks_late: 'Checks are late',
  token_expiring: 'An API token expires',
  second_factor_guessed: 'A second factor is being guessed',
  folder_apart: 'Processes have different data folders',
  not_checked: 'Monitors are not checked',
};

const link = { label: 'Open alerts', path: '/alerts' };

/** The message when a notice opens: the problem and its remedy. */
export const openingMessage = (kind: NoticeKind, message: string): MessageContent => ({
  title: `Notice: ${titles[kind]}`,
  text: `${message}\n${noticeRemedies[kind]}\n`,
  link,
});

/** The message when it ends. `summary`: of the whole notice; null: only that it is over. */
export const endingMessage = (kind: NoticeKind, message: string, summary: string | null): MessageContent => ({
  title: `Resolved: ${titles[kind]}`,
  text: `${summary ?? `Resolved: ${message}`}\n`,
  link,
});
