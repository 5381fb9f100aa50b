import { formatBytes } from '@upvigil/core/format/bytes';
import { useId } from 'react';
import { dialogPanelClass, useModal } from '../../components/dialogs/modal-dialog.tsx';

export interface Progress {
  /** Bytes. */
  done: number;
  /** Bytes; null while it is not known. */
  total: number | null;
}

/** Stands over the page until the work is done; it cannot be closed. */
export function ProgressDialog({ title, progress: { done, total } }: { title: string; progress: Progress }) {
  const ids = { title: useId(), text: useId() };
  const dialog = useModal(() => undefined);
  const isSent = total !== null && done >= total;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={ids.title}
      className={`${dialogPanelClass} w-[calc(100%-32px)] max-w-[440px] sm:p-6`}
    >
      <h2 id={ids.title} tabIndex={-1} data-initial-focus>
        {title}
      </h2>
      <progress
        className="mt-4 h-2 w-full accent-(--accent)"
        aria-labelledby={ids.text}
        {...(total === null || isSent ? {} : { value: done, max: total })}
      />
      <p id={ids.text} className="mt-2 text-(--muted)">
        {isSent
          ? 'The file is sent. The server checks it and replaces the data…'
          : `Sent ${formatBytes(done)}${total === null ? '' : ` of ${formatBytes(total)}`}`}
      </p>
    </dialog>
  );
}
