import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { isNotifiedOn, otherNotifiedChannels } from '@upvigil/core/format/alert-lines';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { type Line, line, roleOfTone, span } from '../../../output/paint.ts';
import { dayAndTime, timeOfDay } from '../../../output/times.ts';
import { type Cell, cells, listRow, windowAround } from '../../frame/layout.ts';
import { isCompact, isWide, moreText, type Stage } from '../../frame/screen-parts.ts';

export const noAlerts = line(` ${alertMessages.none}`);
/** What stands in the row of an acknowledged alert. */
export const acknowledgedMark = 'ack';

const timeWidths = { short: 8, long: 20 } as const;
const typeWidth = Math.max(...alertTypes.map((type) => type.length));
const channelsWidth = 6;
const roomFor = { type: 44, told: 70 } as const;

/** Each alert of a range as a row, with a column for other channels and for acknowledgements where there are some. */
export function alertLines(alerts: readonly Alert[], selected: number, room: number, stage: Stage): Line[] {
  const { size, glyphs } = stage;
  if (alerts.length === 0) return [noAlerts];
  const extras: Extras = {
    hasOthers: alerts.some((alert) => othersOf(alert).length > 0),
    hasAcknowledged: alerts.some(isAcknowledged),
  };
  const header = isCompact(size) ? [] : [headerLine(extras, stage)];
  const rows = Math.max(1, room - header.length - (alerts.length > room - header.length ? 1 : 0));
  const shown = windowAround(alerts.length, selected, rows);
  const more = moreText(shown, alerts.length, 'alerts', glyphs);
  return [
    ...header,
    ...alerts
      .slice(shown.start, shown.end)
      .map((alert, index) => alertRow(alert, extras, shown.start + index === selected, stage)),
    ...(more === '' ? [] : [line(span(` ${more}`, 'quiet'))]),
  ];
}

export const isAcknowledged = ({ acknowledged_at }: Alert): boolean => acknowledged_at !== null;

const othersOf = ({ deliveries }: Alert): string[] => otherNotifiedChannels(deliveries);

/** Columns that most lists have nothing for. */
interface Extras {
  hasOthers: boolean;
  hasAcknowledged: boolean;
}

interface Texts {
  time: string;
  type: string;
  acknowledged: string;
  message: string;
  /** For each channel, whether it was notified. */
  channels: readonly string[];
}

function rowCells(texts: Texts, { hasAcknowledged }: Extras, { columns, rows }: Stage['size']): Cell[] {
  const { time, type, acknowledged, message, channels } = texts;
  const timeWidth = isWide({ columns, rows }) ? timeWidths.long : timeWidths.short;
  const hasType = columns >= roomFor.type;
  const acknowledgedWidth = hasType && hasAcknowledged ? acknowledgedMark.length : 0;
  const told = columns >= roomFor.told ? channelsWidth : 0;
  const before = [timeWidth, hasType ? typeWidth : 0, acknowledgedWidth];
  const used = before.reduce((sum, width) => sum + (width > 0 ? width + 1 : 0), 3);
  const afterwards = told > 0 ? channels.length * (told + 1) : 0;
  return [
    { text: time, width: timeWidth },
    { text: type, width: hasType ? typeWidth : 0 },
    { text: acknowledged, width: acknowledgedWidth },
    { text: message, width: Math.max(1, columns - used - afterwards) },
    ...channels.map((text) => ({ text, width: told })),
  ];
}

function headerLine(extras: Extras, { size }: Stage): Line {
  const builtIn = builtInChannels.map((channel) => channelNames[channel].toUpperCase());
  const channels = [...builtIn, ...(extras.hasOthers ? ['OTHER'] : [])];
  const names = { time: 'TIME', type: 'TYPE', acknowledged: 'ACK', message: 'MESSAGE', channels };
  return { spans: [span('   '), ...cells(rowCells(names, extras, size), '').map(({ text }) => span(text, 'quiet'))] };
}

function alertRow(alert: Alert, extras: Extras, isSelected: boolean, { size, glyphs }: Stage): Line {
  const tone = alertTone(alert.alert_type);
  const told = (isNotified: boolean): string => (isNotified ? 'sent' : '-');
  const row = rowCells(
    {
      time: isWide(size) ? dayAndTime(alert.created_at) : timeOfDay(alert.created_at),
      type: alert.alert_type,
      acknowledged: isAcknowledged(alert) ? acknowledgedMark : '',
      message: alert.message,
      channels: [
        ...builtInChannels.map((channel) => told(isNotifiedOn(alert.deliveries, channel))),
        ...(extras.hasOthers ? [told(othersOf(alert).length > 0)] : []),
      ],
    },
    extras,
    size,
  ).map((cell, index) => (index === 1 ? { ...cell, role: roleOfTone(tone) } : cell));
  const state = span(`${glyphs.state[tone]} `, roleOfTone(tone));
  return listRow([state, ...cells(row, glyphs.ellipsis)], isSelected, size, glyphs);
}
