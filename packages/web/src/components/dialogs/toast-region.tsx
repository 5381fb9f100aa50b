import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../basics/button.tsx';
import { ToneIcon } from '../tones/tone-icon.tsx';

export interface Toast {
  id: number;
  message: string;
  /** A follow-up action. A toast with an action does not disappear by itself. */
  action?: { label: string; run: () => void };
}

const shownMs = 5_000;

interface ToastRegionProps {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
}

/** Toasts at the bottom right, above the tab bar on small screens. Screen readers announce them politely. */
export function ToastRegion({ toasts, onDismiss }: ToastRegionProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-4 z-30 grid w-[calc(100%-32px)] max-w-[380px] gap-2 max-md:bottom-[calc(76px+env(safe-area-inset-bottom))]"
    >
      {toasts.map((toast) => (
        <ToastDialog key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </div>
  );
}

/** Non-modal; does not take the focus. Stays open while hovered or focused. */
function ToastDialog({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  const messageId = useId();
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useLayoutEffect(() => showWithoutFocus(dialog.current), []);
  const staysUntilDismissed = toast.action !== undefined;
  useEffect(() => {
    if (isHeld || staysUntilDismissed) return;
    const timer = setTimeout(() => dismiss.current(), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, staysUntilDismissed]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={messageId}
      className="pointer-events-auto static m-0 w-full items-center gap-3 rounded-xl border border-(--border) bg-(--pop) p-3 text-(--text) [box-shadow:var(--shadow)] open:flex"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
    >
      <span className="text-(--up-fg)">
        <ToneIcon tone="up" size={18} />
      </span>
      <p id={messageId} className="min-w-0 flex-1 wrap-anywhere">
        {toast.message}
      </p>
      {toast.action ? <Button onClick={toast.action.run}>{toast.action.label}</Button> : null}
      <button
        type="button"
        aria-label="Dismiss"
        className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) pointer-coarse:size-11"
        onClick={onDismiss}
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
    </dialog>
  );
}

/** `show()` would take the focus from a field in use. */
function showWithoutFocus(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  const before = document.activeElement;
  dialog.show();
  if (before instanceof HTMLElement && before !== document.activeElement) before.focus({ preventScroll: true });
  return () => dialog.close();
}
