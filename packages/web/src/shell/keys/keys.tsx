import { useEffect } from 'react';
import { KeysDialog } from './keys-dialog.tsx';
import { useKeys } from './use-keys.ts';

interface KeysProps {
  /** Key events from before this code was loaded, if any. */
  early: { take: () => KeyboardEvent[] } | null;
  /** Shows the list of keys. */
  isListShown: boolean;
  onListShown: (isShown: boolean) => void;
}

/** Runs the keys of the app, and shows their list. */
export function Keys({ early, isListShown, onListShown }: KeysProps) {
  const press = useKeys(() => onListShown(true));
  useEffect(() => {
    for (const event of early?.take() ?? []) press(event);
  }, [early, press]);
  return isListShown ? <KeysDialog onClose={() => onListShown(false)} /> : null;
}
