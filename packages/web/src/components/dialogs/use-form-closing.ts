import { useDialogs } from './dialogs.tsx';

/** The question before typed changes are lost. */
export const discardQuestion = {
  title: 'Discard unsaved changes?',
  body: 'What you changed has not been saved.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
} as const;

/** Closes a form's dialog; confirms first when there are unsaved changes. */
export function useFormClosing(isDirty: boolean, onClose: () => void): () => void {
  const { confirm } = useDialogs();
  return () => {
    if (!isDirty) return onClose();
    void confirm(discardQuestion).then((isAgreed) => isAgreed && onClose());
  };
}
