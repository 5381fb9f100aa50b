import { type ReactNode, useState } from 'react';
import { Button } from '../basics/button.tsx';
import { ModalDialog } from '../dialogs/modal-dialog.tsx';

interface MadeSecretDialogProps {
  title: string;
  /** Instructions. */
  about: ReactNode;
  secret: string;
  onClose: () => void;
}

/** Shows a secret from the server once; it cannot be read again later. */
export const MadeSecretDialog = ({ title, about, secret, onClose }: MadeSecretDialogProps) => (
  <ModalDialog title={title} onClose={onClose}>
    <div className="grid gap-4">
      <p>{about}</p>
      <code className="rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{secret}</code>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyText text={secret} isFirst />
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </ModalDialog>
);

interface CopyTextProps {
  text: string;
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
  /** Names the text, where several can be copied. */
  of?: string;
}

/** Copies a text and shows the result. */
export function CopyText({ text, isFirst, of }: CopyTextProps) {
  const [label, setLabel] = useState('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setLabel('Copied');
    } catch {
      // Browsers provide the clipboard only over https.
      setLabel('Could not copy. Select the text instead.');
    }
  };
  return (
    <Button
      data-initial-focus={isFirst}
      aria-label={of ? `${label} ${of}` : undefined}
      size={of ? 'small' : 'usual'}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{label}</span>
    </Button>
  );
}
