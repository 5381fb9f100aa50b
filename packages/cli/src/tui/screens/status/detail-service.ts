import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { meanUptime } from '@upvigil/core/status/uptime-level';
import { hourMs, minuteMs } from '@upvigil/core/time';
import { wrapWords } from '../../../output/break-text.ts';
import { cut, fit, widthOf } from '../../../output/fit.ts';
import { type Line, line, type Span, span } from '../../../output/paint.ts';
import { stripSpans } from '../../../output/strips/day-strip.ts';
import { timeOfDay } from '../../../output/times.ts';
import { untilText } from '../../../status/maintenance.ts';
import { roleOf } from '../../../status/states.ts';
import { listRow } from '../../frame/layout.ts';
import { isCompact, type Stage } from '../../frame/screen-parts.ts';
import { highest, type Sample, sparkline } from '../../frame/sparkline.ts';
import type { Service } from './status-model.ts';

/** One service: its state; its figures; its load times; its 30 days. On a small terminal its state alone. */
export function serviceBlock(service: Service, isSelected: boolean, stage: Stage): Line[] {
  const name = nameRow(service, isSelected, stage);
  const remarks = [...maintenanceLines(service, stage), ...faultLines(service, stage)];
  if (isCompact(stage.size)) return [name, ...remarks];
  return [name, ...remarks, figureLine(service, stage), ...historyLines(service, stage), stripLine(service, stage)];
}

function nameRow({ name, about, badge }: Service, isSelected: boolean, { size, glyphs }: Stage): Line {
  const room = Math.max(1, size.columns - 4 - widthOf(badge.label) - 1);
  const text = about === '' ? name : `${name}   ${about}`;
  const state = span(`${glyphs.state[badge.tone]} `, roleOf(badge));
  const shown: Span[] = [state, span(fit(text, room, glyphs.ellipsis)), span(' '), span(badge.label, roleOf(badge))];
  return listRow(shown, isSelected, size, glyphs);
}

function maintenanceLines({ entry: { maintenance } }: Service, { size, glyphs, now }: Stage): Line[] {
  if (!maintenance) return [];
  const title = maintenance.title === null ? '' : `: ${maintenance.title}`;
  const text = cut(`${untilText(maintenance, now)}${title}`, Math.max(1, size.columns - 3), glyphs.ellipsis);
  return [line(span(`   ${text}`, 'accent'))];
}

/** Whole where there is room, so that the remedy at its end is read; on a small terminal as much as fits one line. */
function faultLines({ fault }: Service, { size, glyphs }: Stage): Line[] {
  if (fault === null) return [];
  const room = Math.max(1, size.columns - 3);
  const lines = isCompact(size) ? [cut(fault, room, glyphs.ellipsis)] : wrapWords(fault, room);
  return lines.map((text) => line(span(`   ${text}`, 'warn')));
}

const timeLabel = ({ kind }: Service): string => (kind === 'URL' ? 'Total Load Time' : 'Response Time');
const historyLabel = ({ kind }: Service): string => (kind === 'URL' ? 'Load Time History' : 'Response Time History');

function figureLine(service: Service, { size }: Stage): Line {
  const { kind, entry } = service;
  const figures = [
    `Last Check ${entry.last_check_time ? timeOfDay(entry.last_check_time) : 'Never'}`,
    `${timeLabel(service)} ${formatResponseTime(kind, entry.last_response_time)}`,
    `24h Uptime ${formatPercent(entry.uptime_24h)}`,
  ];
  const long = `   ${[...figures, `Check Interval ${entry.check_interval}s`].join('   ')}`;
  return line(long.length <= size.columns ? long : `   ${[...figures, `Every ${entry.check_interval}s`].join('  ')}`);
}

const labelWidth = 'Response Time History'.length;
const leastWidth = 10;
const mostWidth = defaults.responseTimePoints.hours * (60 / defaults.responseTimePoints.minutesPerPoint);

function historyLines(service: Service, { size, glyphs, now }: Stage): Line[] {
  const samples = daySamples(service.entry.response_times, now);
  const top = highest(samples);
  if (top === null) return [];
  const end = `  max ${formatResponseTime(service.kind, top)}`;
  const width = Math.min(mostWidth, size.columns - 3 - labelWidth - 2 - end.length);
  if (width < leastWidth) return [];
  const label = historyLabel(service).padEnd(labelWidth);
  return [line(`   ${label}  `, ...sparkline(samples, width, glyphs), end)];
}

function stripLine({ entry }: Service, { glyphs }: Stage): Line {
  const label = `${defaults.dayStripDays}-Day Uptime`.padEnd(labelWidth);
  const uptime = formatPercent(meanUptime(entry.daily_uptime));
  return line(`   ${label}  `, ...stripSpans(entry.daily_uptime, glyphs), `  ${uptime}`);
}

/** The last 24 hours in quarters of an hour. One without a point is a gap. */
function daySamples(points: Service['entry']['response_times'], now: number): Sample[] {
  const { hours, minutesPerPoint } = defaults.responseTimePoints;
  const stepMs = minutesPerPoint * minuteMs;
  const begin = now - hours * hourMs;
  const samples: Sample[] = Array.from({ length: mostWidth }, () => ({ value: null }));
  for (const { time, value } of points) {
    const index = Math.floor((Date.parse(time) - begin) / stepMs);
    if (index >= 0 && index < samples.length) samples[index] = { value };
  }
  return samples;
}
