import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointPath } from '@upvigil/core/client/calls-of';
import type { Backup } from '@upvigil/core/contract/backup';
import { ApiError } from '@upvigil/core/contract/errors';
import { defaults } from '@upvigil/core/defaults';
import { boundsOfDay, dayQuery, queryOfSpan, type RangeId, type TimeSpan } from '@upvigil/core/time-ranges';
import { api } from './api.ts';
import { polling } from './polling.ts';

/**
 * One query for each endpoint of the admin pages. Keys begin with the endpoint's group; `{ website }` as the second
 * part limits the refresh after an event to that website.
 */

export const dashboardStats = (span: TimeSpan) =>
  queryOptions({
    queryKey: ['dashboard', 'stats', span],
    queryFn: async ({ signal }) => (await api()).dashboard.stats({ query: queryOfSpan(span), signal }),
    placeholderData: keepPreviousData,
    ...polling.dashboard,
  });

export const downCounts = () =>
  queryOptions({
    queryKey: ['down'],
    queryFn: async ({ signal }) => (await api()).dashboard.downCounts({ signal }),
    ...polling.dashboard,
  });

/** Statistics of one website. A failed read is retried at the next interval only. */
export const websiteStatistics = (website: number, span: TimeSpan) =>
  queryOptions({
    queryKey: ['statistics', { website }, span],
    queryFn: async ({ signal }) =>
      (await api()).dashboard.websiteStatistics({
        params: { websiteId: website },
        query: queryOfSpan(span),
        signal,
      }),
    ...polling.dashboard,
  });

/** A website over a range, for comparisons. */
export const websiteHistory = (id: number, range: RangeId) =>
  queryOptions({
    queryKey: ['website-history', { website: id }, range],
    queryFn: async ({ signal }) =>
      (await api()).websites.history({ params: { websiteId: id }, query: { range }, signal }),
    placeholderData: keepPreviousData,
    ...polling.dashboard,
  });

export const websites = () =>
  queryOptions({
    queryKey: ['websites'],
    queryFn: async ({ signal }) => (await api()).websites.list({ signal }),
    ...polling.dashboard,
  });

export const website = (id: number) =>
  queryOptions({
    queryKey: ['website', { website: id }],
    queryFn: async ({ signal }) => (await api()).websites.get({ params: { websiteId: id }, signal }),
    ...polling.dashboard,
  });

export const urlsOfWebsite = (id: number) =>
  queryOptions({
    queryKey: ['urls', { website: id }],
    queryFn: async ({ signal }) => (await api()).urls.listByWebsite({ params: { websiteId: id }, signal }),
    ...polling.urlHistory,
  });

/** The time that a read of a history is of: a range, or the hours before a time. */
export interface HistoryTime {
  hours?: number;
  range?: RangeId;
  until?: string;
}

export const urlHistory = (website: number, urlId: number, time: HistoryTime & { limit?: number } = { range: '24h' }) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, time],
    queryFn: async ({ signal }) => (await api()).checks.listByUrl({ params: { urlId }, query: time, signal }),
    placeholderData: keepPreviousData,
    ...polling.urlHistory,
  });

/** How fast a URL answered, in stretches. */
export const urlLatency = (website: number, urlId: number, time: HistoryTime) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'latency', time],
    queryFn: async ({ signal }) => (await api()).checks.historyByUrl({ params: { urlId }, query: time, signal }),
    placeholderData: keepPreviousData,
    ...polling.urlHistory,
  });

/** Figures of the same time, and of the time before it. */
export const urlSummary = (website: number, urlId: number, time: HistoryTime) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'summary', time],
    queryFn: async ({ signal }) => (await api()).checks.summaryByUrl({ params: { urlId }, query: time, signal }),
    placeholderData: keepPreviousData,
    ...polling.urlHistory,
  });

/** Durations of the phases of a URL's checks in steps of 15 minutes. */
export const urlPhases = (website: number, urlId: number) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'phases'],
    queryFn: async ({ signal }) => (await api()).checks.phasesByUrl({ params: { urlId }, signal }),
    ...polling.urlHistory,
  });

/** Same as `urlPhases`, for a network monitor. */
export const networkPhases = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, 'phases'],
    queryFn: async ({ signal }) => (await api()).networkMonitors.phases({ params: { monitorId }, signal }),
    ...polling.urlHistory,
  });

/** Recorded response of the check that raised an alert. It never changes. */
export const alertEvidence = (alertId: number) =>
  queryOptions({
    queryKey: ['evidence', alertId],
    queryFn: async ({ signal }) => (await api()).alerts.evidence({ params: { alertId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const networkMonitorsOfWebsite = (id: number) =>
  queryOptions({
    queryKey: ['monitors', { website: id }],
    queryFn: async ({ signal }) => (await api()).networkMonitors.listByWebsite({ params: { websiteId: id }, signal }),
    ...polling.urlHistory,
  });

/** The commands that monitors may run. */
export const commands = () =>
  queryOptions({
    queryKey: ['commands'],
    queryFn: async ({ signal }) => (await api()).commands.list({ signal }),
  });

/** In the group of the network monitors, which events and edits refresh. */
export const heartbeatsOfWebsite = (id: number) =>
  queryOptions({
    queryKey: ['monitors', { website: id }, 'heartbeats'],
    queryFn: async ({ signal }) => (await api()).heartbeats.listByWebsite({ params: { websiteId: id }, signal }),
    ...polling.urlHistory,
  });

export const heartbeatPings = (website: number, heartbeatId: number) =>
  queryOptions({
    queryKey: ['monitors', { website }, 'heartbeats', heartbeatId, 'pings'],
    queryFn: async ({ signal }) => (await api()).heartbeats.pings({ params: { heartbeatId }, signal }),
    ...polling.urlHistory,
  });

/** One ping with its text, which never changes. */
export const heartbeatPing = (website: number, heartbeatId: number, n: number) =>
  queryOptions({
    queryKey: ['heartbeat-ping', { website }, heartbeatId, n],
    queryFn: async ({ signal }) => (await api()).heartbeats.ping({ params: { heartbeatId, n }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `schedule`: the body of the request, as JSON. */
export const heartbeatPreview = (schedule: string) =>
  queryOptions({
    queryKey: ['heartbeat-preview', schedule],
    queryFn: async ({ signal }) => (await api()).heartbeats.preview({ body: JSON.parse(schedule), signal }),
    placeholderData: keepPreviousData,
  });

export const networkStats = (website: number, monitorId: number, time: HistoryTime) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, time],
    queryFn: async ({ signal }) => (await api()).networkMonitors.stats({ params: { monitorId }, query: time, signal }),
    placeholderData: keepPreviousData,
    ...polling.urlHistory,
  });

export const networkChecks = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-checks', { website }, monitorId],
    queryFn: async ({ signal }) =>
      (await api()).networkMonitors.checks({
        params: { monitorId },
        query: { limit: defaults.networkChecksLimit },
        signal,
      }),
    ...polling.urlHistory,
  });

export const alerts = (span: TimeSpan) =>
  queryOptions({
    queryKey: ['alerts', span],
    queryFn: async ({ signal }) => {
      const query = typeof span === 'number' ? { hours: span } : dayQuery(boundsOfDay(span));
      return (await api()).alerts.list({ query, signal });
    },
    placeholderData: keepPreviousData,
    ...polling.dashboard,
  });

export const notificationSettings = () =>
  queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: async ({ signal }) => (await api()).settings.getNotifications({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const branding = () =>
  queryOptions({
    queryKey: ['settings', 'branding'],
    queryFn: async ({ signal }) => (await api()).branding.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Resolves with null before anything is saved, because the server sends 404 then. */
export const slackSettings = (website: number) =>
  queryOptions({
    queryKey: ['slack', { website }],
    queryFn: async ({ signal }) => {
      try {
        return await (await api()).slack.get({ params: { websiteId: website }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface ListedBackup extends Backup {
  /** Path of the download without the token. */
  downloadPath: string;
}

export const backups = () =>
  queryOptions({
    queryKey: ['backups'],
    queryFn: async ({ signal }): Promise<ListedBackup[]> => {
      const { backups: listed } = await (await api()).backup.list({ signal });
      const { backupEndpoints } = await import('@upvigil/core/contract/backup');
      const pathOf = (name: string) => endpointPath(backupEndpoints.download, { name });
      return listed.map((backup) => ({ ...backup, downloadPath: pathOf(backup.name) }));
    },
  });

/** Diagnostics take seconds, so they run on request only. */
export const diagnostics = () =>
  queryOptions({
    queryKey: ['diagnostics'],
    queryFn: async ({ signal }) => (await api()).diagnostics.run({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
