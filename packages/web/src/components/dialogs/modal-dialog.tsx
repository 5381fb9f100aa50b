import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

export interface ModalDialogProps {
  title: string;
  /** After the title. */
  beside?: ReactNode;
  /** Called on Esc, the close button and the browser's own close. The dialog stays open until the parent removes it. */
  onClose: () => void;
  size?: 'small' | 'medium' | 'large' | 'wide' | undefined;
  children: ReactNode;
}

const sizes = {
  small: 'sm:w-[440px]',
  medium: 'sm:w-[560px]',
  large: 'sm:w-[880px]',
  wide: 'sm:w-[1200px]',
} as const;

export const dialogPanelClass =
  'm-auto max-h-[calc(100dvh-32px)] overflow-y-auto rounded-xl border border-(--border) bg-(--surface) p-4 text-(--text) [box-shadow:var(--shadow)]';

/**
 * Modal form or view in a native `<dialog>`, labelled by its title; full screen on small screens. The focused element
 * scrolls clear of the buttons at the bottom.
 */
export function ModalDialog({ title, beside, onClose, size = 'medium', children }: ModalDialogProps) {
  const titleId = useId();
  const dialog = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${dialogPanelClass} w-[calc(100%-32px)] max-w-full scroll-pb-44 sm:scroll-pb-24 sm:p-6 ${sizes[size]} max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0`}
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          <h2 id={titleId} className={beside ? 'whitespace-nowrap' : ''}>
            {title}
          </h2>
          {beside}
        </div>
        <button
          type="button"
          aria-label="Close"
          className="-mt-1.5 -mr-1.5 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) pointer-coarse:size-11"
          onClick={onClose}
        >
          <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

const firstFocus = ['[data-initial-focus]', 'input:not([type=hidden]):not(:disabled), select, textarea'];

/**
 * Ref of a native dialog that is modal while mounted. Focuses `data-initial-focus` or the first field. On unmount,
 * focus returns to the opener, or, if the opener is gone, to the dialog below or the page heading.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    const target = firstFocus.map((selector) => dialog.querySelector<HTMLElement>(selector)).find(Boolean);
    target?.focus();
    const askToClose = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // At a second Esc, browsers close the dialog although the event was cancelled. Reopens it until the parent removes
    // it.
    const stayUntilOwnerCloses = () => {
      if (dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      close.current();
    };
    dialog.addEventListener('cancel', askToClose);
    dialog.addEventListener('close', stayUntilOwnerCloses);
    return () => {
      dialog.removeEventListener('cancel', askToClose);
      dialog.removeEventListener('close', stayUntilOwnerCloses);
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
      // The opener may be removed, or hidden on a smaller screen. If a confirmation closes together with its form, the
      // form's opener gets the focus.
      const { activeElement } = document;
      if (activeElement !== document.body && !dialog.contains(activeElement)) return;
      // Nothing outside a dialog below can get the focus.
      const below = opener?.closest('dialog[open]')?.querySelector('button');
      (below ?? document.querySelector('h1'))?.focus();
    };
  }, []);
  return ref;
}
