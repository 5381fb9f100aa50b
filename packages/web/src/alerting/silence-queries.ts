import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../api/api.ts';

/** Silences, for pages that show them with their first content. */

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
