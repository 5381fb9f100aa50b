import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Queries of users and tokens. Apart from the other queries, which every signed-in page loads. */

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

/** By what one can prove who one is: a password, a passkey, both or neither. */
export const ownProofs = () =>
  queryOptions({
    queryKey: ['access', 'proofs'],
    queryFn: async ({ signal }) => (await api()).auth.confirmProofs({ signal }),
  });

/** Everybody besides the owner. */
export const users = () =>
  queryOptions({
    queryKey: ['access', 'users'],
    queryFn: async ({ signal }) => (await api()).users.list({ signal }),
    ...every,
  });

/** The sign-ins that hold: of an admin everybody's. */
export const sessions = () =>
  queryOptions({
    queryKey: ['access', 'sessions'],
    queryFn: async ({ signal }) => (await api()).sessions.list({ signal }),
    ...every,
  });

/** Whoever is signed in, and what they may do. */
export const me = () =>
  queryOptions({
    queryKey: ['access', 'me'],
    queryFn: async ({ signal }) => (await api()).auth.me({ signal }),
  });
