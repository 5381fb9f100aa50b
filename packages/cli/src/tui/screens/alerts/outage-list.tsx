import type { Alert } from '@upvigil/core/contract/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { isNotifiedOn, otherNotifiedChannels } from '@upvigil/core/format/alert-lines';
import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import type { Outage } from '@upvigil/core/status/outages';
import type { Tone } from '@upvigil/core/status/tone';
import { problemOf } from '@upvigil/core/texts/problems';
import { dayMs, hourMs } from '@upvigil/core/time';
import type { JSX } from 'react';
import { longest } from '../../../output/fit.ts';
import { bar, roleOfTone, type Span, span } from '../../../output/paint.ts';
import { dayOfMonth, hourMinute } from '../../../output/times.ts';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { acknowledgedMark, Inline } from '../../components/inline.tsx';
import { isCompact, isWide, type Stage, useStage } from '../../components/stage.ts';
import { windowAround } from '../../components/windows.ts';
import { targetAndCause } from '../short-target.ts';
import { isAcknowledged, type ListProps, NoAlerts } from './alert-list.tsx';

/** The period that the bars show, in ms since the epoch. */
interface Axis {
  from: number;
  to: number;
}

const barCells = { narrow: 16, wide: 36 } as const;
/** Channel names may be long: limited, so that the cause has room. */
const mostChannelsWidth = (size: Stage['size']): number => (isWide(size) ? 32 : 20);
const minColumns = { bar: 80, wideBar: 120, channels: 70, type: 44 } as const;

/** The outages of a range: ongoing ones, then ended ones by day, each with its time on the axis. */
export function OutageList(props: ListProps<Outage> & { hours: number }): JSX.Element {
  const { items: outages, selected, height, hours } = props;
  const stage = useStage();
  const { now, size, glyphs } = stage;
  if (outages.length === 0) return <NoAlerts />;
  const compact = isCompact(size);
  const columns = columnsOf(outages, { from: now - hours * hourMs, to: now }, stage);
  const groups = compact ? [{ title: '', from: 0, outages }] : groupsOf(outages, now);
  const lines = groups.flatMap(({ title, from, outages: members }): ListLine[] => [
    ...(title === '' ? [] : [{ title }]),
    ...members.map((outage, index) => ({ outage, isSelected: from + index === selected })),
  ]);
  const room = height - (compact ? 0 : 1);
  const focus = lines.findIndex((each) => 'outage' in each && each.isSelected);
  const rows = Math.max(1, lines.length > room ? room - 1 : room);
  const { start, end } = windowAround(lines.length, Math.max(0, focus), rows);
  const below = lines.slice(end).filter((each) => 'outage' in each).length;
  return (
    <>
      {!compact && <DataTable columns={columns} items={[]} keyOf={keyOf} hasHeader />}
      {lines
        .slice(start, end)
        .map((each) =>
          'title' in each ? (
            <Inline key={each.title} spans={[span(` ${each.title}`, 'quiet')]} />
          ) : (
            <DataTable
              key={keyOf(each.outage)}
              columns={columns}
              items={[each.outage]}
              keyOf={keyOf}
              selected={each.isSelected ? 0 : -1}
            />
          ),
        )}
      {below > 0 && !compact && <Inline spans={[span(` ${glyphs.more} ${below} more`, 'quiet')]} />}
    </>
  );
}

/** A line of the list: the title of a group, or an outage. */
type ListLine = { title: string } | { outage: Outage; isSelected: boolean };

const keyOf = ({ alert }: Outage): number => alert.id;

interface Group {
  title: string;
  /** Index of its first outage in the whole list. */
  from: number;
  outages: readonly Outage[];
}

/** 'Open now 2', 'Ended today 4', 'Ended Nov 18 1'. */
function groupsOf(outages: readonly Outage[], now: number): Group[] {
  const groups: { name: string; from: number; outages: Outage[] }[] = [];
  for (const [index, outage] of outages.entries()) {
    const name = outage.isOpen ? 'Open now' : `Ended ${dayName(outage.ended_at ?? outage.started_at ?? now, now)}`;
    const last = groups.at(-1);
    if (last?.name === name) last.outages.push(outage);
    else groups.push({ name, from: index, outages: [outage] });
  }
  return groups.map(({ name, from, outages: members }) => ({
    title: `${name} ${members.length}`,
    from,
    outages: members,
  }));
}

function dayName(time: number, now: number): string {
  const day = dayOfMonth(time);
  if (day === dayOfMonth(now)) return 'today';
  return day === dayOfMonth(now - 24 * hourMs) ? 'yesterday' : day;
}

function columnsOf(outages: readonly Outage[], axis: Axis, stage: Stage): TableColumn<Outage>[] {
  const { size, glyphs, now } = stage;
  const { columns } = size;
  const widthOfText = (header: string, text: (outage: Outage) => string): number =>
    longest([header, ...outages.map((outage) => text(outage))]);
  const hasType = columns >= minColumns.type;
  const barWidth = columns >= minColumns.wideBar ? barCells.wide : columns >= minColumns.bar ? barCells.narrow : 0;
  const ofChannels = Math.min(
    widthOfText('SENT BY', ({ alert }) => channelsText(alert)),
    mostChannelsWidth(size),
  );
  const fixed: TableColumn<Outage>[] = [
    {
      header: 'TYPE',
      width: hasType ? widthOfText('TYPE', ({ alert }) => alert.alert_type) : 0,
      cell: ({ alert }) => [span(alert.alert_type, roleOfTone(alertTone(alert.alert_type)))],
    },
    {
      header: 'ACK',
      width: hasType && outages.some(({ alert }) => isAcknowledged(alert)) ? acknowledgedMark.length : 0,
      cell: ({ alert }) => [isAcknowledged(alert) ? acknowledgedMark : ''],
    },
    {
      header: 'BEGAN',
      width: isWide(size) ? widthOfText('BEGAN', (outage) => beganText(outage, now)) : 0,
      cell: (outage) => [beganText(outage, now)],
    },
    {
      header: `${axisStart(axis).padEnd(barWidth - 3)}now`,
      width: barWidth,
      cell: (outage) => barSpans(outage, axis, barWidth, stage),
    },
    {
      header: 'DURATION',
      width: widthOfText('DURATION', (outage) => durationText(outage, now)),
      align: 'right',
      cell: (outage) => [durationText(outage, now)],
    },
    {
      header: 'SENT BY',
      width: columns >= minColumns.channels ? ofChannels : 0,
      cell: ({ alert }) => [channelsText(alert)],
    },
  ];
  const used = fixed.reduce((sum, { width = 0 }) => sum + (width > 0 ? width + 1 : 0), 3);
  const text = Math.max(1, columns - used);
  const sign = ({ alert: { alert_type } }: Outage): Span =>
    span(glyphs.state[alertTone(alert_type)], roleOfTone(alertTone(alert_type)));
  return [
    { header: '', width: 1, cell: (outage) => [sign(outage)] },
    ...fixed.slice(0, 2),
    {
      header: 'SERVICE AND CAUSE',
      width: text,
      cell: ({ alert }) => [targetAndCause(alert, text, glyphs.ellipsis) ?? alert.message],
    },
    ...fixed.slice(2),
  ];
}

const axisStart = ({ from, to }: Axis): string => (to - from > dayMs ? dayOfMonth(from) : hourMinute(from));

/** The notified channels: 'Email Slack'. */
function channelsText({ deliveries }: Alert): string {
  const builtIn = builtInChannels
    .filter((channel) => isNotifiedOn(deliveries, channel))
    .map((each) => channelNames[each]);
  const channels = [...builtIn, ...otherNotifiedChannels(deliveries)];
  return channels.length === 0 ? '-' : channels.join(' ');
}

function durationText({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (started_at === null) return '-';
  if (isOpen) return durationSoFar(now - started_at);
  return ended_at === null ? '-' : shortDuration(ended_at - started_at);
}

function beganText({ started_at }: Outage, now: number): string {
  if (started_at === null) return '-';
  const today = dayOfMonth(started_at) === dayOfMonth(now);
  return today ? hourMinute(started_at) : `${dayOfMonth(started_at)} ${hourMinute(started_at)}`;
}

const problemTones: Record<NonNullable<ReturnType<typeof problemOf>>, Tone> = {
  outage: 'down',
  slow: 'warn',
  metadata: 'warn',
  certificate: 'warn',
  domain: 'warn',
};

/** A cell for each part of the axis: the sign of the problem's state during the problem, otherwise a line. */
function barSpans({ alert, started_at, ended_at, isOpen }: Outage, axis: Axis, width: number, stage: Stage): Span[] {
  const problem = problemOf(alert);
  const tone = problem === null ? 'down' : problemTones[problem];
  const begin = started_at ?? axis.from;
  const end = ended_at ?? (isOpen ? axis.to : begin);
  const step = (axis.to - axis.from) / width;
  const cell = (time: number): number => Math.min(width - 1, Math.max(0, Math.floor((time - axis.from) / step)));
  const [first, last] = [cell(begin), cell(end)];
  const { strip, rule } = stage.glyphs;
  return [
    bar(rule.repeat(first), 'quiet'),
    bar(strip[tone].repeat(last - first + 1), roleOfTone(tone)),
    bar(rule.repeat(width - 1 - last), 'quiet'),
  ];
}
