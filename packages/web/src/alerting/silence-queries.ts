import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../api/api.ts';

/** Separate from the routing queries, for pages that show silences with their first content. */

const every = { refetchInterval: defaults.refreshSeconds.dashboard * 1000 };

export const silences = () =>
  queryOptions({
    queryKey: ['silences'],
    queryFn: async ({ signal }) => (await api()).silences.list({ signal }),
    ...every,
  });

export const notices = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => (await api()).notices.list({ query: {}, signal }),
    ...every,
  });
