import { accessPageMessages } from '@upvigil/core/texts/access';
import { Button } from '../../../../../components/basics/button.tsx';
import { ModalDialog } from '../../../../../components/dialogs/modal-dialog.tsx';
import { CopyText } from '../../../../../components/secrets/made-secret-dialog.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Recovery codes that were made, which nobody can read later. */
export const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => (
  <ModalDialog title="Recovery codes" onClose={onClose}>
    <div className="grid gap-4">
      <p>{accessPageMessages.factors.codesOnce}</p>
      <ul className="m-0 grid list-none gap-2 p-0 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyText text={codes.join('\n')} isFirst />
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </ModalDialog>
);
