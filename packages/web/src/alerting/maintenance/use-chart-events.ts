import { useQuery } from '@tanstack/react-query';
import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import type { Mark } from '@upvigil/core/contract/marks';
import { useMemo } from 'react';
import { type ChartEvents, noEvents } from '../../components/charts/plots/chart-events.ts';
import { formatTime } from '../../components/time/time-format.ts';
import { untilWords } from '../until-words.ts';
import { marks as marksQuery, recentRuns } from './maintenance-queries.ts';

/** The monitor that the chart shows; null: all monitors. */
type EventsOf = { website_id: number; id: number } | null;

/** Maintenance runs and deployment marks within the range of a chart; empty while they cannot be loaded. */
export function useChartEvents(of: EventsOf, hours: number): ChartEvents {
  const { data: runs } = useQuery(recentRuns(hours));
  const { data: marks } = useQuery(marksQuery(hours));
  const websiteId = of?.website_id ?? null;
  const monitorId = of?.id ?? null;
  return useMemo(() => chartEvents(runs ?? [], marks ?? [], websiteId, monitorId), [runs, marks, websiteId, monitorId]);
}

function chartEvents(
  runs: readonly MaintenanceRun[],
  marks: readonly Mark[],
  websiteId: number | null,
  monitorId: number | null,
): ChartEvents {
  const isShownRun = ({ website_ids, monitor_ids }: MaintenanceRun): boolean =>
    websiteId === null || website_ids.includes(websiteId) || (monitorId !== null && monitor_ids.includes(monitorId));
  const isShownMark = ({ website_id }: Mark): boolean =>
    websiteId === null || website_id === null || website_id === websiteId;
  const itsRuns = runs.filter(isShownRun);
  const itsMarks = marks.filter(isShownMark);
  if (itsRuns.length + itsMarks.length === 0) return noEvents;
  return {
    runs: itsRuns.map(({ id, starts_at, ends_at, title }) => ({
      id,
      title: `Maintenance: ${title}`,
      from: Date.parse(starts_at),
      to: Date.parse(ends_at),
    })),
    marks: itsMarks.map(({ id, label, at }) => ({ id, label, at: Date.parse(at) })),
    notes: notesOf(itsRuns, itsMarks),
  };
}

/** Newest first, such as '24 Nov 2026, 14:05 to 14:35: maintenance, Deploy' or '24 Nov 2026, 14:10: v1.4.2'. */
function notesOf(runs: readonly MaintenanceRun[], marks: readonly Mark[]): string[] {
  const events = [
    ...runs.map(({ starts_at, ends_at, title }) => {
      const end = untilWords(ends_at, Date.parse(starts_at));
      return { at: starts_at, text: `${formatTime(starts_at, 'dateTime')} to ${end}: maintenance, ${title}` };
    }),
    ...marks.map(({ at, label }) => ({ at, text: `${formatTime(at, 'dateTime')}: ${label}` })),
  ];
  return events.sort((one, other) => other.at.localeCompare(one.at)).map(({ text }) => text);
}
