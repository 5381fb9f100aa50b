import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { untilWords } from '../../../alerting/until-words.ts';
import { formatTime, startOfLocalDay } from '../../../components/time/time-format.ts';

/** Names of the covered websites and monitors. */
export type TargetsOf = (of: Pick<MaintenanceRun, 'website_ids' | 'monitor_ids'>) => string[];

/** '02:30 to 04:00', with the date if it ends on another day: '23:30 to 25 Nov, 01:00'. */
export const spanWords = ({ starts_at, ends_at }: Pick<MaintenanceRun, 'starts_at' | 'ends_at'>): string =>
  `${formatTime(starts_at, 'hourMinute')} to ${untilWords(ends_at, Date.parse(starts_at))}`;

/** Title and targets of a run, and whether it is public. */
export const RunTitle = ({ run, targets }: { run: MaintenanceRun; targets: TargetsOf }) => (
  <div className="min-w-0">
    <p className="font-medium wrap-anywhere">{run.title}</p>
    <p className="text-[0.8125rem] wrap-anywhere text-(--muted)">
      {targets(run).join(', ')}
      {run.public ? ' · public' : ''}
    </p>
  </div>
);

/** Runs by the local day of their start, in order. `day`: midnight in ms since the epoch. */
export function byDay(runs: readonly MaintenanceRun[]): { day: number; runs: MaintenanceRun[] }[] {
  const days = new Map<number, MaintenanceRun[]>();
  for (const run of runs) {
    const day = startOfLocalDay(Date.parse(run.starts_at));
    days.set(day, [...(days.get(day) ?? []), run]);
  }
  return [...days].map(([day, its]) => ({ day, runs: its }));
}
