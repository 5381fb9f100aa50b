import type { NoticeKind } from '@upvigil/core/contract/notices';
import type { MessageContent } from '../messages/message-store.ts';

const titles: Record<NoticeKind, string> = {
  offline: 'This installation is offline',
  backup_overdue: 'The backup is overdue',
  channel_failing: 'A channel is failing',
  channel_unproven: 'A channel is not proven',
  channel_disabled: 'A channel was switched off',
};

const link = { label: 'Open alerts', path: '/alerts' };

/** What is sent when a notice begins. */
export const beginningOf = (kind: NoticeKind, message: string): MessageContent => ({
  title: `Notice: ${titles[kind]}`,
  text: `${message}\n`,
  link,
});

/** What is sent when it ends. `summary`: what is to be said of all of it; null: that it is over. */
export const endingOf = (kind: NoticeKind, message: string, summary: string | null): MessageContent => ({
  title: `Over: ${titles[kind]}`,
  text: `${summary ?? `It is over: ${message}`}\n`,
  link,
});
