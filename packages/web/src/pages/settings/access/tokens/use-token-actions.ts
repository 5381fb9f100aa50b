import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { accessPageMessages } from '@upvigil/core/access/page-messages';
import type { ApiToken, ApiTokenInput } from '@upvigil/core/contract/tokens';
import { useMemo } from 'react';
import { api } from '../../../../api/api.ts';
import { detailOr } from '../../../../api/failure-text.ts';
import { type Dialogs, useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { apiTokens } from '../access-queries.ts';

const { tokens: said } = accessPageMessages;

export interface TokenActions {
  /** Resolves with the token, which is known this once. Rejects when it was refused. */
  create: (input: ApiTokenInput) => Promise<{ name: string; token: string }>;
  /** Asks, then ends it. */
  revoke: (token: ApiToken) => Promise<unknown>;
}

/** What can be done to API tokens. The list is read again afterwards. */
export function useTokenActions(): TokenActions {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => actionsOf(queryClient, dialogs), [queryClient, dialogs]);
}

function actionsOf(queryClient: QueryClient, { confirm }: Dialogs): TokenActions {
  const refresh = () => queryClient.invalidateQueries({ queryKey: apiTokens().queryKey });
  return {
    create: async (body) => {
      const { name, token } = await (await api()).tokens.create({ body });
      // Not awaited: the token is shown also where the list cannot be read.
      void refresh();
      return { name, token };
    },
    revoke: ({ id, name }) =>
      confirm({
        title: said.revokeQuestion(name),
        body: said.revokeBody,
        confirmLabel: 'Revoke',
        pendingLabel: 'Revoking...',
        isDanger: true,
        run: async () => {
          await (await api()).tokens.remove({ params: { tokenId: id } });
          await refresh();
        },
        failure: (error) => detailOr(error, said.revokeFailed),
      }),
  };
}
