import { useDialogs } from './dialogs.tsx';

export const discardQuestion = {
  title: 'Discard unsaved changes?',
  body: 'What you changed has not been saved.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
} as const;

/** Closes a form dialog; confirms first if there are unsaved changes. */
export function useFormClosing(isDirty: boolean, onClose: () => void): () => void {
  const { confirm } = useDialogs();
  return () => {
    if (!isDirty) return onClose();
    void confirm(discardQuestion).then((isAgreed) => isAgreed && onClose());
  };
}
