import type { ApiClient } from '@upvigil/core/client/api-client';
import type { Proof } from '@upvigil/core/contract/auth';
import { limits } from '@upvigil/core/limits';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { Field } from '../../components/forms/field.tsx';
import { DialogActions } from '../../components/forms/form-frame.tsx';
import { detailOr } from '../../failures.ts';
import { givePasskey, PasskeyFailure } from '../passkeys.ts';
import { storeToken } from '../token.ts';

const { confirm: texts, secondStep } = accessPageMessages;

/** Passed by the caller, because importing it here would create an import cycle. */
export type Client = () => Promise<ApiClient>;

interface ConfirmDialogProps {
  client: Client;
  /** Ways the user can confirm; empty: they must sign in again. */
  proofs: readonly Proof[];
  onAnswer: (isConfirmed: boolean) => void;
  /** Ends the session and opens the login page. */
  signInAgain: () => void;
}

/** Confirms the user's identity by password or passkey, before an action that a stolen session must not perform. */
export function ConfirmDialog({ client, proofs, onAnswer, signInAgain }: ConfirmDialogProps) {
  const cancel = () => onAnswer(false);
  const { busyWith, fault, confirm } = useConfirmation(client, onAnswer);
  const passkeyButton = (kind: 'primary' | 'quiet') => (
    <Button
      kind={kind}
      data-initial-focus={kind === 'primary' || undefined}
      pending={busyWith === 'passkey'}
      onClick={() => void confirm('passkey', byPasskey)}
    >
      {secondStep.usePasskey}
    </Button>
  );
  const passkeyFault = <Alert text={fault?.of === 'passkey' ? fault.text : null} />;
  if (proofs.includes('password'))
    return (
      <ModalDialog title={texts.title} size="small" onClose={cancel}>
        <PasswordForm
          isBusy={busyWith === 'password'}
          fault={fault?.of === 'password' ? fault.text : undefined}
          note={passkeyFault}
          onCancel={cancel}
          confirm={confirm}
        >
          {proofs.includes('passkey') ? passkeyButton('quiet') : null}
        </PasswordForm>
      </ModalDialog>
    );
  const hasPasskey = proofs.includes('passkey');
  return (
    <ModalDialog title={hasPasskey ? texts.titleOfPasskey : texts.signInAgain} size="small" onClose={cancel}>
      <p>{hasPasskey ? accessMessages.confirmByPasskey : accessMessages.signInAgain}</p>
      {passkeyFault}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={cancel}>Cancel</Button>
        {hasPasskey ? (
          passkeyButton('primary')
        ) : (
          <Button kind="primary" data-initial-focus onClick={signInAgain}>
            {texts.signInAgain}
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

const Alert = ({ text }: { text: string | null }) => (
  <p role="alert" className="wrap-anywhere text-(--down-fg)">
    {text}
  </p>
);

type Ask = (client: ApiClient) => Promise<{ access_token: string }>;

const byPasskey: Ask = async (client) => {
  const passkey = await givePasskey(await client.auth.confirmPasskey());
  return await client.auth.confirm({ body: { passkey } });
};

interface PasswordFormProps {
  isBusy: boolean;
  fault: string | undefined;
  note: ReactNode;
  onCancel: () => void;
  confirm: (by: Proof, ask: Ask) => Promise<void>;
  /** Alternative actions. */
  children: ReactNode;
}

function PasswordForm({ isBusy, fault, note, onCancel, confirm, children }: PasswordFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = password.current?.value ?? '';
    await confirm('password', (client) => client.auth.confirm({ body: { password: given } }));
    password.current?.focus();
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <p>{accessMessages.confirmFirst}</p>
      <Field label="Password" error={fault}>
        {(attributes) => (
          <input
            ref={password}
            type="password"
            className="control w-full"
            autoComplete="current-password"
            maxLength={limits.passwordLength.max}
            {...attributes}
          />
        )}
      </Field>
      {note}
      <DialogActions isSaving={isBusy} onCancel={onCancel} verb="Confirm" pendingVerb="Confirming...">
        {children}
      </DialogActions>
    </form>
  );
}

function useConfirmation(client: Client, onAnswer: (isConfirmed: boolean) => void) {
  const [busyWith, setBusyWith] = useState<Proof | null>(null);
  const [fault, setFault] = useState<{ of: Proof; text: string } | null>(null);
  const confirm = async (by: Proof, ask: Ask): Promise<void> => {
    if (busyWith !== null) return;
    setBusyWith(by);
    setFault(null);
    try {
      const { access_token } = await ask(await client());
      // The session continues with a new token.
      storeToken(access_token);
      onAnswer(true);
    } catch (error) {
      setFault({ of: by, text: error instanceof PasskeyFailure ? error.message : detailOr(error, texts.failed) });
      setBusyWith(null);
    }
  };
  return { busyWith, fault, confirm };
}
