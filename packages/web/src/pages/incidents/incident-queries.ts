import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { polling } from '../../api/polling.ts';

/** The most recently started incidents. */
export const incidentsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['incidents', 'list', limit],
    queryFn: async ({ signal }) => (await api()).incidents.list({ query: { limit }, signal }),
    placeholderData: keepPreviousData,
    ...polling.dashboard,
  });

export const incidentQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', 'one', id],
    queryFn: async ({ signal }) => (await api()).incidents.get({ params: { incidentId: id }, signal }),
    ...polling.dashboard,
  });

export const templatesQuery = () =>
  queryOptions({
    queryKey: ['incident-templates'],
    queryFn: async ({ signal }) => (await api()).incidents.getTemplates({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
