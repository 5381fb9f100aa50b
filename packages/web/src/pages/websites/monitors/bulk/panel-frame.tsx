import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../../../../components/basics/button.tsx';
import { useModal } from '../../../../components/dialogs/modal-dialog.tsx';
import { needsServer, useIsAway } from '../../../../reachability/watch-server.ts';

interface PanelFrameProps {
  title: string;
  /** Beside the title, such as the limits of the value. */
  aside?: string;
  verb: string;
  isDanger?: boolean;
  isBusy: boolean;
  /** Why the button is disabled, if it is. */
  reasonBlocked: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Small modal panel above the bar of the selection. */
export function PanelFrame(props: PanelFrameProps) {
  const { title, aside, verb, isDanger = false, isBusy, reasonBlocked, onSubmit, onClose, children } = props;
  const id = useId();
  const dialog = useModal(onClose);
  const isAway = useIsAway();
  const reason = isAway ? needsServer : reasonBlocked;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && reason === undefined) onSubmit();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="fixed inset-auto right-[max(32px,calc(50vw-440px))] bottom-20 md:supports-[anchor-name:--a]:bottom-[calc(anchor(--selection-bar_top,4.5rem)+8px)] m-0 w-96 max-w-[calc(100%-24px)] overflow-visible rounded-xl border border-(--border-strong) bg-(--pop) p-4 text-(--text) [box-shadow:var(--shadow)] backdrop:bg-transparent max-md:inset-x-3 max-md:bottom-[calc(74px+env(safe-area-inset-bottom))] max-md:w-auto"
    >
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
        <div className="flex items-baseline justify-between gap-3">
          <h2 id={id} className="text-[0.8125rem] leading-5">
            {title}
          </h2>
          <span className="text-xs text-(--muted)">{aside}</span>
        </div>
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="small" data-initial-focus onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="small"
            kind={isDanger ? 'danger' : 'primary'}
            pending={isBusy}
            disabled={reason !== undefined}
            title={reason}
          >
            {verb}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
