import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { channelOf } from '@upvigil/core/format/alert-lines';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import type { Outage } from '@upvigil/core/status/outages';
import { type Line, line, type Span, span } from '../../../output/paint.ts';
import { dayAndTime } from '../../../output/times.ts';
import { frame, rule, sides } from '../../frame/layout.ts';
import {
  type Freshness,
  isCompact,
  isWide,
  keyLine,
  type Stage,
  statusLineOf,
  titleLine,
} from '../../frame/screen-parts.ts';
import type { AlertsData } from '../../live/sources.ts';
import { routingFacts } from '../../overlays.ts';
import { selectedIndex } from '../../view-state.ts';
import { alertLines, noAlerts } from './alert-list.ts';
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
    lines: (room) => alertLines(alerts, selected, room, stage),
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What can be done with alerts, the most wanted first; what deletes is asked before it is done. */
const otherKeysLine = ({ view }: Stage): Line =>
  line(
    ` A acknowledge   m Mute ${defaults.muteHours} h   v ${view.alertRows === 'outages' ? 'All alerts' : 'Outages'}   d delete`,
    `   * Acknowledge All   o Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)   X Clear All Alerts`,
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

/** What is known of the row under the cursor; three lines, so that the list does not jump. */
function detailLines({ alert, outage }: Rows, { glyphs, now }: Stage, between: Line): Line[] {
  if (!alert) return [between, line(''), line('')];
  const parts = [
    alert.alert_type,
    dayAndTime(alert.created_at),
    ...(outage ? [outageEnd(outage, now)] : []),
    alert.website_name,
    ...routingFacts(alert),
    ...alert.deliveries.map((each) => `${channelOf(each)} ${each.status}${each.reason ? ` (${each.reason})` : ''}`),
    `alert #${alert.id}`,
  ];
  return [between, line(` ${alert.message}`), line(` ${parts.join(` ${glyphs.dot} `)}`)];
}

function outageEnd({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (isOpen) return `open for ${durationSoFar(now - (started_at ?? now))}`;
  return ended_at === null ? 'ended' : `ended ${dayAndTime(ended_at)}`;
}
