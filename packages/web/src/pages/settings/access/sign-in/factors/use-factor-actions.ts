import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@upvigil/core/contract/factors';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { api } from '../../../../../api/api.ts';
import { useDialogs } from '../../../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../../../failures.ts';
import { makePasskey } from '../../../../../session/passkeys.ts';
import { ownFactors } from '../../access-queries.ts';

const { factors: said } = accessPageMessages;

export interface FactorActions {
  /** Turns the app on that shows this code. Rejects when it is refused. */
  confirmTotp: (code: string) => Promise<void>;
  /** Has the browser make a passkey. Rejects when it does not, or the server refuses it. */
  addPasskey: (name: string) => Promise<void>;
  /** Each of these confirms first. */
  removeTotp: () => Promise<unknown>;
  removePasskey: (passkey: Passkey) => Promise<unknown>;
  renewCodes: () => Promise<unknown>;
}

/** Actions on one's second factors. `onDone`: with recovery codes that were made by it, or with null. */
export function useFactorActions(onDone: (codes: readonly string[] | null) => void): FactorActions {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ownFactors().queryKey });
  const finish = (codes: readonly string[] | null): void => {
    // Not awaited: codes are shown also where the list cannot be read.
    void refresh();
    onDone(codes);
  };
  const ask = (title: string, body: string, confirmLabel: string, failed: string, run: () => Promise<unknown>) =>
    confirm({ title, body, confirmLabel, isDanger: true, run, failure: (error) => detailOr(error, failed) });
  return {
    confirmTotp: async (code) => finish((await (await api()).factors.confirmTotp({ body: { code } })).recovery_codes),
    addPasskey: async (name) => {
      const client = await api();
      const passkey = await makePasskey(await client.factors.passkeyOptions());
      finish((await client.factors.addPasskey({ body: { name, passkey } })).recovery_codes);
    },
    removeTotp: () =>
      ask(said.removeTotp, said.removeTotpBody, 'Turn off', said.removeTotpFailed, async () => {
        await (await api()).factors.removeTotp();
        await refresh();
      }),
    removePasskey: ({ id, name }) =>
      ask(said.removePasskey(name), said.removePasskeyBody, 'Remove', said.removePasskeyFailed, async () => {
        await (await api()).factors.removePasskey({ params: { passkeyId: id } });
        await refresh();
      }),
    renewCodes: () =>
      ask(said.renew, said.renewBody, 'Make new ones', said.renewFailed, async () =>
        finish((await (await api()).factors.renewRecoveryCodes()).recovery_codes),
      ),
  };
}
