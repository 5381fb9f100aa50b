import { alertTone } from '@upvigil/core/alert-types';
import { builtInChannels, channelNames } from '@upvigil/core/channel-kinds/names';
import type { Alert } from '@upvigil/core/contract/alerts';
import { isToldOn, otherChannelsThatTold } from '@upvigil/core/format/told-lines';
import type { Form } from '../../options/form.ts';
import { roleOfTone } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

/** Whether each alert was told on a channel. On a narrow terminal, the last columns are left out first. */
const channelColumns = builtInChannels.map(
  (channel, index): Column<Alert> => ({
    header: channelNames[channel].toUpperCase(),
    text: ({ deliveries }) => (isToldOn(deliveries, channel) ? 'sent' : '-'),
    dropOrder: index + 1,
  }),
);

const otherColumn: Column<Alert> = {
  header: 'OTHER',
  text: (alert) => othersOf(alert).join(', ') || '-',
  shrinkTo: 8,
  dropOrder: channelColumns.length + 2,
};
const acknowledgedColumn: Column<Alert> = {
  header: 'ACKNOWLEDGED',
  text: ({ acknowledged_at, acknowledged_by }) => (acknowledged_at ? (acknowledged_by ?? 'yes') : '-'),
  raw: ({ acknowledged_at }) => acknowledged_at ?? '-',
  shrinkTo: 6,
};

const othersOf = ({ deliveries }: Alert): string[] => otherChannelsThatTold(deliveries);

const usualColumns: readonly Column<Alert>[] = [
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

/**
 * The columns for some alerts. Other channels and acknowledgements have theirs only where there are some; in a pipe both then,
 * so that a program finds each at its place.
 */
export function alertColumns(alerts: readonly Alert[], form: Form): readonly Column<Alert>[] {
  const hasOthers = alerts.some((alert) => othersOf(alert).length > 0);
  const hasAcknowledged = alerts.some(({ acknowledged_at }) => acknowledged_at !== null);
  const both = form === 'pipe' && (hasOthers || hasAcknowledged);
  return [
    ...usualColumns,
    ...(hasOthers || both ? [otherColumn] : []),
    ...(hasAcknowledged || both ? [acknowledgedColumn] : []),
  ];
}
