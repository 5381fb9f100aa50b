import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Who may enter. Here and not beside the other reads, which every signed-in page carries. */

const every = { refetchInterval: defaults.refreshSeconds.dashboard * 1000 };

export const apiTokens = () =>
  queryOptions({
    queryKey: ['access', 'tokens'],
    queryFn: async ({ signal }) => (await api()).tokens.list({ signal }),
    ...every,
  });

/** One's own second factors. */
export const ownFactors = () =>
  queryOptions({
    queryKey: ['access', 'factors'],
    queryFn: async ({ signal }) => (await api()).factors.list({ signal }),
  });
