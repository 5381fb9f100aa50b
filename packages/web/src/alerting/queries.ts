import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { polling } from '../api/polling.ts';

/** Separate from `api/queries.ts`, which every signed-in page loads. */

export const channels = () =>
  queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await api()).channels.list({ signal }),
    ...polling.dashboard,
  });

export const drills = () =>
  queryOptions({
    queryKey: ['drills'],
    queryFn: async ({ signal }) => (await api()).drills.list({ signal }),
    ...polling.dashboard,
  });

/** Not refreshed at an interval: a refresh could move a control just before the user presses it. */
export const routing = () =>
  queryOptions({
    queryKey: ['routing'],
    queryFn: async ({ signal }) => (await api()).routing.get({ signal }),
  });

export const reports = () =>
  queryOptions({
    queryKey: ['reports'],
    queryFn: async ({ signal }) => (await api()).reports.list({ signal }),
    ...polling.dashboard,
  });

export const generalSettings = () =>
  queryOptions({
    queryKey: ['settings', 'general'],
    queryFn: async ({ signal }) => (await api()).settings.getGeneral({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
