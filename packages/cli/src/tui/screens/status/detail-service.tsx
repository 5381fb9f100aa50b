import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { meanUptime } from '@upvigil/core/status/uptime-level';
import { hourMs, minuteMs } from '@upvigil/core/time';
import type { JSX } from 'react';
import { wrapWords } from '../../../output/break-text.ts';
import { type Span, span } from '../../../output/paint.ts';
import { stripSpans } from '../../../output/strips/day-strip.ts';
import { timeOfDay } from '../../../output/times.ts';
import { untilText } from '../../../status/maintenance.ts';
import { Inline, StateRow } from '../../components/inline.tsx';
import { highest, type Sample, sparkline } from '../../components/sparkline.ts';
import { isCompact, type Stage } from '../../components/stage.ts';
import { uptimeText } from '../../components/uptime-text.ts';
import type { Service } from './status-model.ts';

/** One service in four lines: state, figures, load times, 30 days. On a small terminal only the state. */
export function serviceLines(service: Service, isSelected: boolean, stage: Stage): JSX.Element[] {
  const { key, name, about, badge } = service;
  const text = about === '' ? name : `${name}   ${about}`;
  const remarks = [...maintenanceSpans(service, stage), ...faultSpans(service, stage)];
  const rest = isCompact(stage.size)
    ? remarks
    : [...remarks, figureSpans(service, stage), ...historySpans(service, stage), stripSpansOf(service, stage)];
  return [
    <StateRow key={key} badge={badge} name={text} words={badge.label} isSelected={isSelected} />,
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a service have no other name
    ...rest.map((spans, at) => <Inline key={`${key} ${at}`} spans={spans} />),
  ];
}

type Spans = readonly (Span | string)[];

function maintenanceSpans({ entry: { maintenance } }: Service, { now }: Stage): Spans[] {
  if (!maintenance) return [];
  const title = maintenance.title === null ? '' : `: ${maintenance.title}`;
  return [[span(`   ${untilText(maintenance, now)}${title}`, 'accent')]];
}

/** In full if there is room, because the remedy is at the end; on a small terminal cut to one line. */
function faultSpans({ fault }: Service, { size }: Stage): Spans[] {
  if (fault === null) return [];
  const texts = isCompact(size) ? [fault] : wrapWords(fault, Math.max(1, size.columns - 3));
  return texts.map((text) => [span(`   ${text}`, 'warn')]);
}

const timeLabel = ({ kind }: Service): string => (kind === 'URL' ? 'Total Load Time' : 'Response Time');
const historyLabel = ({ kind }: Service): string => (kind === 'URL' ? 'Load Time History' : 'Response Time History');

function figureSpans(service: Service, { size }: Stage): Spans {
  const { kind, entry } = service;
  const figures = [
    `Last Check ${entry.last_check_time ? timeOfDay(entry.last_check_time) : 'Never'}`,
    `${timeLabel(service)} ${formatResponseTime(kind, entry.last_response_time)}`,
    `24h Uptime ${uptimeText(size, entry.uptime_24h, entry.coverage_24h)}`,
  ];
  const long = `   ${[...figures, `Check Interval ${entry.check_interval}s`].join('   ')}`;
  return [long.length <= size.columns ? long : `   ${[...figures, `Every ${entry.check_interval}s`].join('  ')}`];
}

const labelWidth = 'Response Time History'.length;
const leastWidth = 10;
const mostWidth = defaults.responseTimePoints.hours * (60 / defaults.responseTimePoints.minutesPerPoint);

function historySpans(service: Service, { size, glyphs, now }: Stage): Spans[] {
  const samples = daySamples(service.entry.response_times, now);
  const top = highest(samples);
  if (top === null) return [];
  const end = `  max ${formatResponseTime(service.kind, top)}`;
  const width = Math.min(mostWidth, size.columns - 3 - labelWidth - 2 - end.length);
  if (width < leastWidth) return [];
  const label = historyLabel(service).padEnd(labelWidth);
  return [[`   ${label}  `, ...sparkline(samples, width, glyphs), end]];
}

function stripSpansOf({ entry }: Service, { glyphs }: Stage): Spans {
  const label = `${defaults.dayStripDays}-Day Uptime`.padEnd(labelWidth);
  const uptime = formatPercent(meanUptime(entry.daily_uptime));
  return [`   ${label}  `, ...stripSpans(entry.daily_uptime, glyphs), `  ${uptime}`];
}

/** The last 24 hours in quarters of an hour; gaps have no data. */
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
