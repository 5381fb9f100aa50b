import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { polling } from '../../api/polling.ts';

export const certificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates'],
    queryFn: async ({ signal }) => (await api()).certificates.list({ signal }),
    ...polling.dashboard,
  });

export const domainsQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'domains'],
    queryFn: async ({ signal }) => (await api()).certificates.listDomains({ signal }),
    ...polling.dashboard,
  });
