import { alertTone } from '@upvigil/core/alert-types';
import { builtInChannels, channelNames } from '@upvigil/core/channel-kinds/names';
import { isSentOn } from '@upvigil/core/channel-kinds/sent-on';
import type { Alert } from '@upvigil/core/contract/alerts';
import { roleOfTone } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** Whether each alert was told on a channel. On a narrow terminal, the last columns are left out first. */
const channelColumns = builtInChannels.map(
  (channel, index): Column<Alert> => ({
    header: channelNames[channel].toUpperCase(),
    text: ({ deliveries }) => (isSentOn(deliveries, channel) ? 'sent' : '-'),
    dropOrder: index + 1,
  }),
);

export const alertColumns: readonly Column<Alert>[] = [
  { header: 'TIME', text: ({ created_at }) => dayAndTime(created_at), raw: ({ created_at }) => created_at },
  {
    header: 'TYPE',
    text: ({ alert_type }) => alert_type,
    role: ({ alert_type }) => roleOfTone(alertTone(alert_type)),
  },
  {
    header: 'WEBSITE',
    text: ({ website_name }) => website_name,
    shrinkTo: 8,
    dropOrder: channelColumns.length + 1,
  },
  { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 30 },
  ...channelColumns,
];
