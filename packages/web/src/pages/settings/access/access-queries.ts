import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Separate from `api/queries.ts`, which every signed-in page loads. */

const every = { refetchInterval: defaults.refreshSeconds.dashboard * 1000 };

export const apiTokens = () =>
  queryOptions({
    queryKey: ['access', 'tokens'],
    queryFn: async ({ signal }) => (await api()).tokens.list({ signal }),
    ...every,
  });

/** Second factors of the current user. */
export const ownFactors = () =>
  queryOptions({
    queryKey: ['access', 'factors'],
    queryFn: async ({ signal }) => (await api()).factors.list({ signal }),
  });

/** How the current user can confirm their identity: by password, passkey, both or neither. */
export const ownProofs = () =>
  queryOptions({
    queryKey: ['access', 'proofs'],
    queryFn: async ({ signal }) => (await api()).auth.confirmProofs({ signal }),
  });

/** All users except the owner. */
export const users = () =>
  queryOptions({
    queryKey: ['access', 'users'],
    queryFn: async ({ signal }) => (await api()).users.list({ signal }),
    ...every,
  });

/** Active sessions; admins see those of all users. */
export const sessions = () =>
  queryOptions({
    queryKey: ['access', 'sessions'],
    queryFn: async ({ signal }) => (await api()).sessions.list({ signal }),
    ...every,
  });

/** Current user and role. */
export const me = () =>
  queryOptions({
    queryKey: ['access', 'me'],
    queryFn: async ({ signal }) => (await api()).auth.me({ signal }),
  });
