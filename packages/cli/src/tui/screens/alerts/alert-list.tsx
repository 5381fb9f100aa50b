import type { Alert } from '@upvigil/core/contract/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { isNotifiedOn, otherNotifiedChannels } from '@upvigil/core/format/alert-lines';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { alertMessages } from '@upvigil/core/texts/alerts';
import type { JSX } from 'react';
import { longest } from '../../../output/fit.ts';
import { roleOfTone, span } from '../../../output/paint.ts';
import { dayAndTime, timeOfDay } from '../../../output/times.ts';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { acknowledgedMark, Inline } from '../../components/inline.tsx';
import { isCompact, isWide, type Stage, useStage } from '../../components/stage.ts';
import { moreText, windowAround } from '../../components/windows.ts';
import { alertText } from '../short-target.ts';

export const NoAlerts = (): JSX.Element => <Inline spans={[` ${alertMessages.none}`]} />;

const timeWidths = { short: 8, long: 20 } as const;
const channelsWidth = 6;
const minColumns = { type: 44, channels: 70 } as const;

export interface ListProps<Item> {
  items: readonly Item[];
  /** Index of the item under the cursor. */
  selected: number;
  /** Lines for the list. */
  height: number;
}

/** The alerts of a range, one row each. */
export function AlertList({ items: alerts, selected, height }: ListProps<Alert>): JSX.Element {
  const stage = useStage();
  if (alerts.length === 0) return <NoAlerts />;
  const hasHeader = !isCompact(stage.size);
  const room = height - (hasHeader ? 1 : 0);
  const { start, end } = windowAround(alerts.length, selected, Math.max(1, alerts.length > room ? room - 1 : room));
  const more = moreText({ start, end }, alerts.length, 'alerts', stage.glyphs);
  return (
    <>
      <DataTable
        columns={columnsOf(alerts, stage)}
        items={alerts.slice(start, end)}
        keyOf={({ id }) => id}
        selected={selected - start}
        hasHeader={hasHeader}
      />
      {more !== '' && <Inline spans={[span(` ${more}`, 'quiet')]} />}
    </>
  );
}

export const isAcknowledged = ({ acknowledged_at }: Alert): boolean => acknowledged_at !== null;

const othersOf = ({ deliveries }: Alert): string[] => otherNotifiedChannels(deliveries);

/** Other channels and acknowledgements have a column only if an alert has them. */
function columnsOf(alerts: readonly Alert[], { size, glyphs }: Stage): TableColumn<Alert>[] {
  const hasOthers = alerts.some((alert) => othersOf(alert).length > 0);
  const hasType = size.columns >= minColumns.type;
  const channelWidth = size.columns >= minColumns.channels ? channelsWidth : 0;
  const channel = (header: string, isNotified: (alert: Alert) => boolean): TableColumn<Alert> => ({
    header,
    width: channelWidth,
    cell: (alert) => [isNotified(alert) ? 'sent' : '-'],
  });
  const roleOf = ({ alert_type }: Alert) => roleOfTone(alertTone(alert_type));
  const typeWidth = hasType ? longest(alerts.map(({ alert_type }) => alert_type)) : 0;
  const before: TableColumn<Alert>[] = [
    { header: '', width: 1, cell: (alert) => [span(glyphs.state[alertTone(alert.alert_type)], roleOf(alert))] },
    {
      header: 'TIME',
      width: isWide(size) ? timeWidths.long : timeWidths.short,
      cell: ({ created_at }) => [isWide(size) ? dayAndTime(created_at) : timeOfDay(created_at)],
    },
    { header: 'TYPE', width: typeWidth, cell: (alert) => [span(alert.alert_type, roleOf(alert))] },
    {
      header: 'ACK',
      width: hasType && alerts.some(isAcknowledged) ? acknowledgedMark.length : 0,
      cell: (alert) => [isAcknowledged(alert) ? acknowledgedMark : ''],
    },
  ];
  const after: TableColumn<Alert>[] = [
    ...builtInChannels.map((name) =>
      channel(channelNames[name].toUpperCase(), ({ deliveries }) => isNotifiedOn(deliveries, name)),
    ),
    ...(hasOthers ? [channel('OTHER', (alert) => othersOf(alert).length > 0)] : []),
  ];
  const used = [...before, ...after].reduce((sum, { width = 0 }) => sum + (width > 0 ? width + 1 : 0), 1);
  const room = Math.max(1, size.columns - used);
  const message = (alert: Alert) => [alertText(alert, room, glyphs.ellipsis)];
  return [...before, { header: 'MESSAGE', width: room, cell: message }, ...after];
}
