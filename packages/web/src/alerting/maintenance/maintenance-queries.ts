import { queryOptions } from '@tanstack/react-query';
import { dayMs, hourMs } from '@upvigil/core/time';
import { api } from '../../api/api.ts';
import { polling } from '../../api/polling.ts';

const aheadDays = 30;
const pastDays = 30;
export const markDays = 7;

/** Common prefix of the query keys to invalidate after a change of maintenance. */
export const maintenanceKey = ['maintenance'];

export const maintenanceWindows = () =>
  queryOptions({
    queryKey: [...maintenanceKey, 'windows'],
    queryFn: async ({ signal }) => (await api()).maintenance.list({ signal }),
    ...polling.dashboard,
  });

export const maintenanceRuns = () =>
  queryOptions({
    queryKey: [...maintenanceKey, 'runs'],
    queryFn: ({ signal }) => runsBetween(-pastDays * dayMs, aheadDays * dayMs, signal),
    ...polling.dashboard,
  });

/** Maintenance runs of the last hours, for charts. */
export const recentRuns = (hours: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'runs', hours],
    queryFn: ({ signal }) => runsBetween(-hours * hourMs, 0, signal),
    ...polling.dashboard,
  });

async function runsBetween(fromMs: number, toMs: number, signal: AbortSignal) {
  const now = Date.now();
  const at = (ms: number): string => new Date(now + ms).toISOString();
  return (await api()).maintenance.runs({ query: { from: at(fromMs), to: at(toMs) }, signal });
}

export const marks = (hours: number) =>
  queryOptions({
    queryKey: ['marks', hours],
    queryFn: async ({ signal }) => (await api()).marks.list({ query: { hours }, signal }),
    ...polling.dashboard,
  });
