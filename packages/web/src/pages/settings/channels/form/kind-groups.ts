import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';

export interface KindGroup {
  title: string;
  kinds: readonly DeliveryChannel[];
}

/** The kinds of channels as somebody looks for them, each in one group. */
export const kindGroups: readonly KindGroup[] = [
  {
    title: 'Chat',
    kinds: ['slack', 'discord', 'telegram', 'teams', 'google_chat', 'mattermost', 'matrix', 'signal'],
  },
  { title: 'Phone and browser', kinds: ['web_push', 'ntfy', 'pushover', 'gotify'] },
  { title: 'On call', kinds: ['pagerduty', 'jsm'] },
  { title: 'Email and SMS', kinds: ['email', 'sms', 'twilio'] },
  { title: 'Your own program', kinds: ['webhook', 'apprise'] },
];
