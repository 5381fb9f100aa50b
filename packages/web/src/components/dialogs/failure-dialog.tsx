import { useId } from 'react';
import { Button } from '../basics/button.tsx';
import { ToneIcon } from '../tones/tone-icon.tsx';
import { dialogPanelClass, useModal } from './modal-dialog.tsx';

/** One sentence and OK, as a browser's own message would be. */
export function FailureDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const messageId = useId();
  const dialog = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={messageId}
      className={`${dialogPanelClass} w-[calc(100%-32px)] max-w-[440px] sm:p-6`}
    >
      <div className="flex gap-3">
        <span className="mt-0.5 text-(--down-fg)">
          <ToneIcon tone="down" size={18} />
        </span>
        <p id={messageId} className="min-w-0 text-base leading-6 wrap-anywhere">
          {message}
        </p>
      </div>
      <div className="mt-4 flex justify-end">
        <Button kind="primary" data-initial-focus onClick={onClose}>
          OK
        </Button>
      </div>
    </dialog>
  );
}
