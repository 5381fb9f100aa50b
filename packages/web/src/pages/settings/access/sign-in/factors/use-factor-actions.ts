import type { Passkey } from '@upvigil/core/contract/factors';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { api } from '../../../../../api/api.ts';
import { useDialogs } from '../../../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../../../failures.ts';
import { makePasskey } from '../../../../../session/passkeys.ts';
import { useChanges } from '../../../../../use-changes.ts';
import { ownFactors } from '../../access-queries.ts';

const { factors: texts } = accessPageMessages;

export interface FactorActions {
  /** Enables the app that generated this code. Rejects if it is refused. */
  confirmTotp: (code: string) => Promise<void>;
  /** Creates a passkey in the browser. Rejects if the browser creates none, or the server refuses it. */
  addPasskey: (name: string) => Promise<void>;
  /** Removes the app after a confirmation, as do the next actions. */
  removeTotp: () => Promise<unknown>;
  removePasskey: (passkey: Passkey) => Promise<unknown>;
  renewCodes: () => Promise<unknown>;
}

/** Actions on the current user's second factors. `onDone` gets new recovery codes, or null. */
export function useFactorActions(onDone: (codes: readonly string[] | null) => void): FactorActions {
  const { confirm } = useDialogs();
  const { change, refresh } = useChanges([ownFactors().queryKey]);
  const finish = (codes: readonly string[] | null): void => {
    // Not awaited: the codes are shown even if the list fails to load.
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
      ask(texts.removeTotp, texts.removeTotpBody, 'Turn off', texts.removeTotpFailed, () =>
        change(({ factors }) => factors.removeTotp()),
      ),
    removePasskey: ({ id, name }) =>
      ask(texts.removePasskey(name), texts.removePasskeyBody, 'Remove', texts.removePasskeyFailed, () =>
        change(({ factors }) => factors.removePasskey({ params: { passkeyId: id } })),
      ),
    renewCodes: () =>
      ask(texts.renew, texts.renewBody, 'Create new codes', texts.renewFailed, async () =>
        finish((await (await api()).factors.renewRecoveryCodes()).recovery_codes),
      ),
  };
}
