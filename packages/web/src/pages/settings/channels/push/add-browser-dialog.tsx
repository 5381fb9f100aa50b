import type { ChannelInput } from '@upvigil/core/contract/channels';
import { limits } from '@upvigil/core/limits';
import { channelMessages } from '@upvigil/core/texts/channels';
import { type FormEvent, useState } from 'react';
import { api } from '../../../../api/api.ts';
import { Button } from '../../../../components/basics/button.tsx';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../../../components/dialogs/modal-dialog.tsx';
import { Field } from '../../../../components/forms/field.tsx';
import { DialogActions } from '../../../../components/forms/form-frame.tsx';
import { Checkbox, toggled } from '../../../../components/forms/toggles.tsx';
import { failureText } from '../../../../failures.ts';
import { browserName, pushTrouble, subscribeBrowser } from './subscribe.ts';

interface AddBrowserDialogProps {
  save: (input: ChannelInput) => Promise<unknown>;
  onBack: () => void;
  onClose: () => void;
}

/** Adds this browser as a push channel; the only input is its name. */
export function AddBrowserDialog({ save, onBack, onClose }: AddBrowserDialogProps) {
  const { alert } = useDialogs();
  const [trouble, setTrouble] = useState(pushTrouble);
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [isInDefault, setInDefault] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || trouble !== null) return;
    setBusy(true);
    try {
      const subscription = await subscribeBrowser(async () => (await (await api()).channels.webPushKey()).public_key);
      const config = { ...subscription, browser: browserName(navigator.userAgent) };
      await save({ kind: 'web_push', name, enabled: true, add_to_default_policy: isInDefault, config });
    } catch (error) {
      setTrouble(pushTrouble());
      await alert(failureText(error));
      setBusy(false);
    }
  };
  return (
    <ModalDialog title="Add this browser" onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <p className="text-(--muted)">
          This browser shows a notification for each message, even if no page of this server is open. It first requests
          permission.
        </p>
        <Trouble text={trouble} />
        <Field label="Name" hint="Shown in alerts and rules">
          {(attributes) => (
            <input
              {...attributes}
              className="control w-full"
              maxLength={limits.channelName.maxLength}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox label={channelMessages.addToDefault} registration={toggled(isInDefault, setInDefault)} />
        <DialogActions
          isSaving={isBusy}
          onCancel={onClose}
          verb="Add this browser"
          pendingVerb="Asking..."
          isDisabled={trouble !== null || name.trim() === ''}
        >
          <Button kind="bare" onClick={onBack}>
            Another kind
          </Button>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}

const Trouble = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p role="alert" className="wrap-anywhere text-(--down-fg)">
      {text}
    </p>
  );
