import { alertTone, alertTypes } from '@upvigil/core/alert-types';
import { builtInChannels, channelNames } from '@upvigil/core/channel-kinds/names';
import { isSentOn } from '@upvigil/core/channel-kinds/sent-on';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { alertMessages } from '@upvigil/core/page-messages/alerts';
import type { Outage } from '@upvigil/core/status/outages';
import { durationSoFar } from '@upvigil/core/time/short-duration';
import { type Line, line, roleOfTone, type Span, span } from '../../../output/paint.ts';
import { dayAndTime, timeOfDay } from '../../../output/times.ts';
import { type Cell, cells, frame, listRow, rule, sides, windowAround } from '../../frame/layout.ts';
import {
  type Freshness,
  isCompact,
  isWide,
  keyLine,
  moreText,
  type Stage,
  statusLineOf,
  titleLine,
} from '../../frame/screen-parts.ts';
import type { AlertsData } from '../../live/sources.ts';
import { selectedIndex } from '../../view-state.ts';
import { shownAlerts, shownOutages, showsOutages } from './alerts-model.ts';
import { outageLines } from './outage-list.ts';

/** The alerts of a range: filters above, the list, and what is known of the selected one below. */
export function alertsFrame(data: AlertsData | null, freshness: Freshness, stage: Stage): Line[] {
  const { size, glyphs } = stage;
  const compact = isCompact(size);
  const rows = rowsOf(data, stage);
  const between = rule(size.columns, glyphs);
  const title = titleLine(stage, 'Alerts', rows.count, freshness);
  const foot = [statusLineOf(stage), ...(compact ? [] : [otherKeysLine(stage)]), keyLine('alerts', stage)];
  const head = compact ? [title] : [title, between, filterLine(stage), between];
  const detail = compact ? [] : detailLines(rows, stage, between);
  const room = Math.max(1, size.rows - head.length - detail.length - foot.length);
  return frame({ head, body: data ? rows.lines(room) : [], foot: [...detail, ...foot] }, size, glyphs.ellipsis);
}

/** The list as it was chosen: every alert, or every outage. */
interface Rows {
  /** How many, for the title. */
  count: string;
  /** Of the row under the cursor. */
  alert: Alert | undefined;
  outage: Outage | undefined;
  lines(room: number): Line[];
}

function rowsOf(data: AlertsData | null, stage: Stage): Rows {
  const { view } = stage;
  if (!data) return { count: '', alert: undefined, outage: undefined, lines: () => [] };
  const cursor = (alerts: readonly Alert[]): number =>
    selectedIndex(
      alerts.map(({ id }) => String(id)),
      view.selected.alerts,
    );
  if (showsOutages(view)) {
    const outages = shownOutages(data, view.alertType, view.filter);
    const selected = cursor(outages.map(({ alert }) => alert));
    const outage = outages[selected];
    return {
      count: `${counted(outages.length, 'problem')} from ${counted(data.alerts.length, 'alert')}`,
      alert: outage?.alert,
      outage,
      lines: (room) =>
        outages.length === 0 ? [noAlerts] : outageLines(outages, selected, room, { hours: data.hours, stage }),
    };
  }
  const alerts = shownAlerts(data, view.alertType, view.filter);
  const selected = cursor(alerts);
  return {
    count: `${alerts.length} of ${data.alerts.length}`,
    alert: alerts[selected],
    outage: undefined,
    lines: (room) => listLines(alerts, selected, room, stage),
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const noAlerts = line(` ${alertMessages.none}`);

/** What can be deleted, which is asked before it is done, and what `v` shows. */
const otherKeysLine = ({ view }: Stage): Line =>
  line(
    ` d delete   o Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)   X Clear All Alerts`,
    `   v ${view.alertRows === 'outages' ? 'All alerts' : 'Outages'}`,
  );

/** 'Time Range: 1 6 [24] 72 168 hours   Alert Type: [all] DOWN …' */
function filterLine({ size, view, glyphs }: Stage): Line {
  const choice = (text: string, isChosen: boolean): Span => (isChosen ? span(`[${text}]`, 'strong') : span(text));
  const ranges = defaults.alertRangesHours.some((hours) => hours === view.alertHours)
    ? defaults.alertRangesHours
    : [...defaults.alertRangesHours, view.alertHours];
  const hours = ranges.flatMap((range) => [choice(String(range), range === view.alertHours), span(' ')]);
  const types = isWide(size)
    ? [null, ...alertTypes].flatMap((type) => [choice(type ?? 'all', type === view.alertType), span(' ')])
    : [choice(view.alertType ?? 'all', true), span(' (a to change)')];
  const left = [span(' Time Range: '), ...hours, span('hours')];
  return sides([...left, span('   Alert Type: '), ...types], [], size.columns, glyphs.ellipsis);
}

const timeWidths = { short: 8, long: 20 } as const;
const typeWidth = Math.max(...alertTypes.map((type) => type.length));
const toldWidth = 6;
const roomFor = { type: 44, told: 70 } as const;

function listLines(alerts: readonly Alert[], selected: number, room: number, stage: Stage): Line[] {
  const { size, glyphs } = stage;
  if (alerts.length === 0) return [noAlerts];
  const header = isCompact(size) ? [] : [headerLine(stage)];
  const rows = Math.max(1, room - header.length - (alerts.length > room - header.length ? 1 : 0));
  const shown = windowAround(alerts.length, selected, rows);
  const more = moreText(shown, alerts.length, 'alerts', glyphs);
  return [
    ...header,
    ...alerts
      .slice(shown.start, shown.end)
      .map((alert, index) => alertRow(alert, shown.start + index === selected, stage)),
    ...(more === '' ? [] : [line(span(` ${more}`, 'quiet'))]),
  ];
}

interface Texts {
  time: string;
  type: string;
  message: string;
  /** For each channel, whether it was told. */
  channels: readonly string[];
}

function rowCells({ time, type, message, channels }: Texts, { columns, rows }: Stage['size']): Cell[] {
  const wide = isWide({ columns, rows });
  const timeWidth = wide ? timeWidths.long : timeWidths.short;
  const hasType = columns >= roomFor.type;
  const told = columns >= roomFor.told ? toldWidth : 0;
  const used = 3 + timeWidth + 1 + (hasType ? typeWidth + 1 : 0) + (told > 0 ? channels.length * (told + 1) : 0);
  return [
    { text: time, width: timeWidth },
    { text: type, width: hasType ? typeWidth : 0 },
    { text: message, width: Math.max(1, columns - used) },
    ...channels.map((text) => ({ text, width: told })),
  ];
}

function headerLine({ size }: Stage): Line {
  const channels = builtInChannels.map((channel) => channelNames[channel].toUpperCase());
  const names = { time: 'TIME', type: 'TYPE', message: 'MESSAGE', channels };
  return { spans: [span('   '), ...cells(rowCells(names, size), '').map(({ text }) => span(text, 'quiet'))] };
}

function alertRow(alert: Alert, isSelected: boolean, { size, glyphs }: Stage): Line {
  const tone = alertTone(alert.alert_type);
  const row = rowCells(
    {
      time: isWide(size) ? dayAndTime(alert.created_at) : timeOfDay(alert.created_at),
      type: alert.alert_type,
      message: alert.message,
      channels: builtInChannels.map((channel) => (isSentOn(alert.deliveries, channel) ? 'sent' : '-')),
    },
    size,
  ).map((cell, index) => (index === 1 ? { ...cell, role: roleOfTone(tone) } : cell));
  const state = span(`${glyphs.state[tone]} `, roleOfTone(tone));
  return listRow([state, ...cells(row, glyphs.ellipsis)], isSelected, size, glyphs);
}

/** What is known of the row under the cursor; three lines, so that the list does not jump. */
function detailLines({ alert, outage }: Rows, { glyphs, now }: Stage, between: Line): Line[] {
  if (!alert) return [between, line(''), line('')];
  const parts = [
    alert.alert_type,
    dayAndTime(alert.created_at),
    ...(outage ? [outageEnd(outage, now)] : []),
    alert.website_name,
    ...alert.deliveries.map(({ channel, status, reason }) => `${channel} ${status}${reason ? ` (${reason})` : ''}`),
    `alert #${alert.id}`,
  ];
  return [between, line(` ${alert.message}`), line(` ${parts.join(` ${glyphs.dot} `)}`)];
}

function outageEnd({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (isOpen) return `open for ${durationSoFar(now - (started_at ?? now))}`;
  return ended_at === null ? 'ended' : `ended ${dayAndTime(ended_at)}`;
}
