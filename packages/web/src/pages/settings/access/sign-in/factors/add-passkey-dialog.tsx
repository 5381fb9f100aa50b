import { limits } from '@upvigil/core/limits';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '../../../../../components/dialogs/modal-dialog.tsx';
import { Field } from '../../../../../components/forms/field.tsx';
import { DialogActions } from '../../../../../components/forms/form-frame.tsx';
import { detailOr } from '../../../../../failures.ts';
import { PasskeyFailure } from '../../../../../session/passkeys.ts';

interface AddPasskeyDialogProps {
  /** Rejects if the browser creates no passkey, or the server refuses it. */
  add: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Takes the name of a new passkey, then calls the browser. */
export function AddPasskeyDialog({ add, onClose }: AddPasskeyDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    setBusy(true);
    setFault(undefined);
    try {
      await add(name);
    } catch (error) {
      const isOurs = error instanceof PasskeyFailure;
      setFault(isOurs ? error.message : detailOr(error, accessPageMessages.factors.passkeyFailed));
      setBusy(false);
    }
  };
  return (
    <ModalDialog title="Add passkey" onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Name" hint="Where it is stored, such as the name of the phone or security key" error={fault}>
          {(attributes) => (
            <input
              name="name"
              className="control w-full"
              autoComplete="off"
              maxLength={limits.passkey.name.maxLength}
              {...attributes}
            />
          )}
        </Field>
        <DialogActions
          isSaving={isBusy}
          onCancel={onClose}
          verb="Add passkey"
          pendingVerb="Waiting for the browser..."
        />
      </form>
    </ModalDialog>
  );
}
