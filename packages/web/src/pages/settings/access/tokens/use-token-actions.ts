import type { ApiToken, ApiTokenInput } from '@upvigil/core/contract/tokens';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { api } from '../../../../api/api.ts';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../../failures.ts';
import { useChanges } from '../../../../use-changes.ts';
import { apiTokens } from '../access-queries.ts';

const { tokens: texts } = accessPageMessages;

export type TokenActions = ReturnType<typeof useTokenActions>;

/** Actions on API tokens. Each reloads the list. */
export function useTokenActions() {
  const { confirm } = useDialogs();
  const { change, refresh } = useChanges([apiTokens().queryKey]);
  return {
    /** Resolves with the token, which the server returns only once. Rejects if it is refused. */
    create: async (body: ApiTokenInput) => {
      const { name, token } = await (await api()).tokens.create({ body });
      // Not awaited: the token is shown even if the list fails to load.
      void refresh();
      return { name, token };
    },
    /** Revokes a token after a confirmation. */
    revoke: ({ id, name }: ApiToken) =>
      confirm({
        title: texts.revokeQuestion(name),
        body: texts.revokeBody,
        confirmLabel: 'Revoke',
        pendingLabel: 'Revoking...',
        isDanger: true,
        run: () => change(({ tokens }) => tokens.remove({ params: { tokenId: id } })),
        failure: (error) => detailOr(error, texts.revokeFailed),
      }),
  };
}
