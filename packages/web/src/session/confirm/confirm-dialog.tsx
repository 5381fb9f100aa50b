import { accessPageMessages } from '@upvigil/core/access/page-messages';
import type { ApiClient } from '@upvigil/core/api-client';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { type FormEvent, useRef, useState } from 'react';
import { detailOr } from '../../api/failure-text.ts';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { Field } from '../../components/forms/field.tsx';
import { DialogActions } from '../../components/forms/form-frame.tsx';
import { storeToken } from '../token.ts';

const { confirm: said } = accessPageMessages;

/** Given by what is imported from here: nothing may import in a circle. */
export type Client = () => Promise<ApiClient>;

interface ConfirmDialogProps {
  client: Client;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for the password before something that a stolen session must not do. */
export function ConfirmDialog({ client, onAnswer }: ConfirmDialogProps) {
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      const { access_token } = await (await client()).auth.confirm({
        body: { password: password.current?.value ?? '' },
      });
      // The session goes on with another token.
      storeToken(access_token);
      onAnswer(true);
    } catch (error) {
      setFault(detailOr(error, said.failed));
      setBusy(false);
      password.current?.focus();
    }
  };
  return (
    <ModalDialog title={said.title} size="small" onClose={() => onAnswer(false)}>
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
        <DialogActions isSaving={isBusy} onCancel={() => onAnswer(false)} verb="Confirm" pendingVerb="Confirming..." />
      </form>
    </ModalDialog>
  );
}
