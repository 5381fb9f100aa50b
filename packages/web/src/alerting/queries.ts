import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../api/api.ts';

/** Separate from `api/queries.ts`, which every signed-in page loads. */

const every = { refetchInterval: defaults.refreshSeconds.dashboard * 1000 };

export const channels = () =>
  queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await api()).channels.list({ signal }),
    ...every,
  });

export const drills = () =>
  queryOptions({
    queryKey: ['drills'],
    queryFn: async ({ signal }) => (await api()).drills.list({ signal }),
    ...every,
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
    ...every,
  });

export const generalSettings = () =>
  queryOptions({
    queryKey: ['settings', 'general'],
    queryFn: async ({ signal }) => (await api()).settings.getGeneral({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
