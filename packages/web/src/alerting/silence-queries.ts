import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { polling } from '../api/polling.ts';

/** Separate from the routing queries, for pages that show silences with their first content. */

export const silences = () =>
  queryOptions({
    queryKey: ['silences'],
    queryFn: async ({ signal }) => (await api()).silences.list({ signal }),
    ...polling.dashboard,
  });

export const notices = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => (await api()).notices.list({ query: {}, signal }),
    ...polling.dashboard,
  });
