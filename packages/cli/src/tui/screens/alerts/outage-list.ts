import type { Alert } from '@upvigil/core/contract/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { isNotifiedOn, otherNotifiedChannels } from '@upvigil/core/format/alert-lines';
import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import type { Outage } from '@upvigil/core/status/outages';
import type { Tone } from '@upvigil/core/status/tone';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { hourMs } from '@upvigil/core/time';
import { widthOf } from '../../../output/fit.ts';
import { bar, type Line, line, roleOfTone, type Span, span } from '../../../output/paint.ts';
import { dayOfMonth, hourMinute } from '../../../output/times.ts';
import { type Cell, cells, listRow, windowAround } from '../../frame/layout.ts';
import { isCompact, isWide, type Stage } from '../../frame/screen-parts.ts';
import { shortTarget } from '../short-target.ts';
import { acknowledgedMark, isAcknowledged } from './alert-list.ts';

/** The stretch of time that the bars show. Milliseconds since the epoch. */
interface Axis {
  from: number;
  to: number;
}

const barCells = { narrow: 16, wide: 36 } as const;
/** Names of channels are as long as people make them: they leave the cause its room. */
const mostChannelsWidth = (size: Stage['size']): number => (isWide(size) ? 32 : 20);
const roomFor = { bar: 80, wideBar: 120, told: 70, type: 44 } as const;

/** The outages of a range below each other: what lasts, then what ended, day by day. Each with its time on the axis. */
export function outageLines(
  outages: readonly Outage[],
  selected: number,
  room: number,
  { hours, stage }: { hours: number; stage: Stage },
): Line[] {
  const { now, size, glyphs } = stage;
  const axis: Axis = { from: now - hours * hourMs, to: now };
  const widths = columnWidths(outages, stage);
  const groups = isCompact(size) ? [{ title: '', from: 0, outages }] : groupsOf(outages, now);
  const head = isCompact(size) ? [] : [headerLine(widths, axis, hours)];
  const body = groups.flatMap(({ title, from, outages: members }) => [
    ...(title === '' ? [] : [{ index: -1, shown: line(span(` ${title}`, 'quiet')) }]),
    ...members.map((outage, index) => ({
      index: from + index,
      shown: outageRow(outage, { widths, axis, isSelected: from + index === selected }, stage),
    })),
  ]);
  const focus = body.findIndex(({ index }) => index === selected);
  const height = Math.max(1, room - head.length - (body.length > room - head.length ? 1 : 0));
  const { start, end } = windowAround(body.length, Math.max(0, focus), height);
  const below = body.slice(end).filter(({ index }) => index >= 0).length;
  const more = below > 0 && !isCompact(size) ? [line(span(` ${glyphs.more} ${below} more`, 'quiet'))] : [];
  return [...head, ...body.slice(start, end).map(({ shown }) => shown), ...more];
}

interface Group {
  title: string;
  /** Index of its first outage among all. */
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

interface Widths {
  type: number;
  acknowledged: number;
  text: number;
  began: number;
  bar: number;
  duration: number;
  told: number;
}

const longest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

function columnWidths(outages: readonly Outage[], { size, now }: Stage): Widths {
  const { columns } = size;
  const ofText = (header: string, text: (outage: Outage) => string): number =>
    longest([header, ...outages.map((outage) => text(outage))]);
  const fixed = {
    type: columns >= roomFor.type ? ofText('TYPE', ({ alert }) => alert.alert_type) : 0,
    acknowledged:
      columns >= roomFor.type && outages.some(({ alert }) => isAcknowledged(alert)) ? acknowledgedMark.length : 0,
    began: isWide(size) ? ofText('BEGAN', (outage) => beganText(outage, now)) : 0,
    bar: columns >= roomFor.wideBar ? barCells.wide : columns >= roomFor.bar ? barCells.narrow : 0,
    duration: ofText('DURATION', (outage) => durationText(outage, now)),
    told:
      columns >= roomFor.told
        ? Math.min(
            ofText('TOLD BY', ({ alert }) => channelsText(alert)),
            mostChannelsWidth(size),
          )
        : 0,
  };
  const used = Object.values(fixed).reduce((sum, width) => sum + (width > 0 ? width + 1 : 0), 3);
  return { ...fixed, text: Math.max(1, columns - used) };
}

/** The notified channels: 'Email Slack'. */
function channelsText({ deliveries }: Alert): string {
  const builtIn = builtInChannels
    .filter((channel) => isNotifiedOn(deliveries, channel))
    .map((each) => channelNames[each]);
  const told = [...builtIn, ...otherNotifiedChannels(deliveries)];
  return told.length === 0 ? '-' : told.join(' ');
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

function headerLine(widths: Widths, { from }: Axis, hours: number): Line {
  const start = hours > 24 ? dayOfMonth(from) : hourMinute(from);
  const row: Cell[] = [
    { text: 'TYPE', width: widths.type },
    { text: 'ACK', width: widths.acknowledged },
    { text: 'SERVICE AND CAUSE', width: widths.text },
    { text: 'BEGAN', width: widths.began },
    { text: `${start.padEnd(widths.bar - 3)}now`, width: widths.bar },
    { text: 'DURATION', width: widths.duration, align: 'right' },
    { text: 'TOLD BY', width: widths.told },
  ];
  return { spans: [span('   '), ...cells(row, '').map(({ text }) => span(text, 'quiet'))] };
}

interface Drawn {
  widths: Widths;
  axis: Axis;
  isSelected: boolean;
}

function outageRow(outage: Outage, { widths, axis, isSelected }: Drawn, stage: Stage): Line {
  const { glyphs, size, now } = stage;
  const { alert } = outage;
  const tone = alertTone(alert.alert_type);
  const before: Cell[] = [
    { text: alert.alert_type, width: widths.type, role: roleOfTone(tone) },
    { text: isAcknowledged(alert) ? acknowledgedMark : '', width: widths.acknowledged },
    { text: causeText(alert, widths.text), width: widths.text },
    { text: beganText(outage, now), width: widths.began },
  ];
  const after: Cell[] = [
    { text: durationText(outage, now), width: widths.duration, align: 'right' },
    { text: channelsText(alert), width: widths.told },
  ];
  const axisBar = widths.bar === 0 ? [] : [span(' '), ...barSpans(outage, axis, widths.bar, stage)];
  const state = span(`${glyphs.state[tone]} `, roleOfTone(tone));
  const row = [state, ...cells(before, glyphs.ellipsis), ...axisBar, span(' '), ...cells(after, glyphs.ellipsis)];
  return listRow(row, isSelected, size, glyphs);
}

/** The service, its website where there is room, and the cause; the whole sentence where it reads otherwise. */
function causeText(alert: Alert, width: number): string {
  const parts = sentenceParts(alert);
  if (!parts) return alert.message;
  const cause = parts.cause === '' ? '' : `: ${parts.cause}`;
  const whole = `${alert.website_name}: ${parts.target}${cause}`;
  return widthOf(whole) <= width ? whole : `${shortTarget(parts.target, width - widthOf(cause))}${cause}`;
}

const problemTones: Record<NonNullable<ReturnType<typeof problemOf>>, Tone> = {
  outage: 'down',
  slow: 'warn',
  metadata: 'warn',
  certificate: 'warn',
  domain: 'warn',
};

/** One cell for each part of the axis: the sign of the problem's state where it stood, else a line. */
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
