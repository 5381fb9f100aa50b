import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../api/api.ts';

const refetchInterval = defaults.refreshSeconds.dashboard * 1000;

export const certificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates'],
    queryFn: async ({ signal }) => (await api()).certificates.list({ signal }),
    refetchInterval,
  });

export const domainsQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'domains'],
    queryFn: async ({ signal }) => (await api()).certificates.listDomains({ signal }),
    refetchInterval,
  });
