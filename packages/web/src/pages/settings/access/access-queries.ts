import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { polling } from '../../../api/polling.ts';

/** Separate from `api/queries.ts`, which every signed-in page loads. */

export const apiTokens = () =>
  queryOptions({
    queryKey: ['access', 'tokens'],
    queryFn: async ({ signal }) => (await api()).tokens.list({ signal }),
    ...polling.dashboard,
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
    ...polling.dashboard,
  });

/** Active sessions; admins see those of all users. */
export const sessions = () =>
  queryOptions({
    queryKey: ['access', 'sessions'],
    queryFn: async ({ signal }) => (await api()).sessions.list({ signal }),
    ...polling.dashboard,
  });

/** Current user and role. */
export const me = () =>
  queryOptions({
    queryKey: ['access', 'me'],
    queryFn: async ({ signal }) => (await api()).auth.me({ signal }),
  });
