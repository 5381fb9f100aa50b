import type { MaintenanceRun, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import type { RunState } from '@upvigil/core/maintenance/runs';
import { shortDuration } from '@upvigil/core/time/short-duration';
import type { Role } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const stateWords: Record<RunState, string> = {
  scheduled: 'scheduled',
  in_progress: 'in progress',
  verifying: 'verifying',
  completed: 'completed',
};
const stateRoles: Record<RunState, Role> = {
  scheduled: 'plain',
  in_progress: 'accent',
  verifying: 'accent',
  completed: 'quiet',
};

/** 'websites 3, 4; monitor 7'. */
export const targetsOf = ({
  website_ids,
  monitor_ids,
}: Pick<MaintenanceWindow, 'website_ids' | 'monitor_ids'>): string =>
  [named('website', website_ids), named('monitor', monitor_ids)].filter(Boolean).join('; ');

const named = (what: string, ids: readonly number[]): string =>
  ids.length === 0 ? '' : `${what}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;

export const runColumns: readonly Column<MaintenanceRun>[] = [
  { header: 'RUN', text: ({ id }) => String(id), align: 'right' },
  { header: 'WINDOW', text: ({ window_id }) => String(window_id), align: 'right', dropOrder: 2 },
  {
    header: 'STATE',
    text: ({ state }) => stateWords[state],
    raw: ({ state }) => state,
    role: ({ state }) => stateRoles[state],
  },
  { header: 'STARTS', text: ({ starts_at }) => dayAndTime(starts_at), raw: ({ starts_at }) => starts_at, dropOrder: 1 },
  { header: 'ENDS', text: ({ ends_at }) => dayAndTime(ends_at), raw: ({ ends_at }) => ends_at },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 10 },
  { header: 'OF', text: targetsOf, shrinkTo: 10, dropOrder: 3 },
];

const minuteMs = 60_000;

/** When it takes place, by the clocks of its zone. */
export const startsText = ({ starts_at, time_zone }: Pick<MaintenanceWindow, 'starts_at' | 'time_zone'>): string =>
  `${starts_at.replace('T', ' ')} ${time_zone}`;

export const lengthText = (minutes: number): string => shortDuration(minutes * minuteMs);

export const windowColumns: readonly Column<MaintenanceWindow>[] = [
  { header: 'WINDOW', text: ({ id }) => String(id), align: 'right' },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 10 },
  { header: 'STARTS', text: startsText },
  {
    header: 'LENGTH',
    text: ({ duration_minutes }) => lengthText(duration_minutes),
    raw: ({ duration_minutes }) => String(duration_minutes),
    dropOrder: 1,
  },
  { header: 'RULE', text: ({ rrule }) => rrule ?? 'once', raw: ({ rrule }) => rrule ?? '', shrinkTo: 10, dropOrder: 2 },
  { header: 'OF', text: targetsOf, shrinkTo: 10, dropOrder: 3 },
];
