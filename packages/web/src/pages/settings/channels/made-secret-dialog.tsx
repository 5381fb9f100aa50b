import { channelMessages } from '@upvigil/core/page-messages/channels';
import { useState } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';

interface MadeSecretDialogProps {
  /** Of the channel. */
  name: string;
  secret: string;
  onClose: () => void;
}

/** A secret that was made by the server, which nobody can read later. */
export const MadeSecretDialog = ({ name, secret, onClose }: MadeSecretDialogProps) => (
  <ModalDialog title={`Signing secret of ${name}`} onClose={onClose}>
    <div className="grid gap-4">
      <p>{channelMessages.secretOnce}</p>
      <code className="rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{secret}</code>
      <div className="flex flex-wrap justify-end gap-2">
        <CopySecret secret={secret} />
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </ModalDialog>
);

function CopySecret({ secret }: { secret: string }) {
  const [said, setSaid] = useState('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid('Copied');
    } catch {
      // Without https a browser has no clipboard for the page.
      setSaid('Could not copy: select the text');
    }
  };
  return (
    <Button data-initial-focus onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
