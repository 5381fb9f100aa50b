import { type FormEvent, useId, useState } from 'react';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { Button } from '../basics/button.tsx';
import type { ConfirmRequest } from './confirm-request.ts';
import { dialogPanelClass, useModal } from './modal-dialog.tsx';

interface ConfirmDialogProps {
  request: ConfirmRequest;
  onAnswer: (isAgreed: boolean) => void;
}

/** Cancel has the initial focus. The confirm button repeats the verb of the title. */
export function ConfirmDialog({ request, onAnswer }: ConfirmDialogProps) {
  const { title, body, note, typeToConfirm, run } = request;
  const [typed, setTyped] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const ids = { title: useId(), body: useId() };
  const cancel = () => {
    if (!isRunning) onAnswer(false);
  };
  const dialog = useModal(cancel);
  const mayConfirm = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!mayConfirm || isRunning) return;
    setIsRunning(true);
    await run?.();
    onAnswer(true);
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={ids.title}
      aria-describedby={ids.body}
      className={`${dialogPanelClass} w-[calc(100%-32px)] max-w-[480px] sm:p-6`}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={ids.title}>{title}</h2>
        <p id={ids.body} className="mt-2 wrap-anywhere text-(--muted)">
          {body}
        </p>
        {note ? <p className="mt-2 wrap-anywhere text-(--muted)">{note}</p> : null}
        {typeToConfirm === undefined ? null : (
          <TypeToConfirm expected={typeToConfirm} typed={typed} onType={setTyped} />
        )}
        <ConfirmButtons request={request} mayConfirm={mayConfirm} isRunning={isRunning} onCancel={cancel} />
      </form>
    </dialog>
  );
}

interface ConfirmButtonsProps {
  request: ConfirmRequest;
  mayConfirm: boolean;
  isRunning: boolean;
  onCancel: () => void;
}

function ConfirmButtons({ request, mayConfirm, isRunning, onCancel }: ConfirmButtonsProps) {
  const { confirmLabel, cancelLabel = 'Cancel', isDanger, pendingLabel, run } = request;
  const lacksServer = useIsAway() && run !== undefined;
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-2">
      <Button data-initial-focus onClick={onCancel} disabled={isRunning}>
        {cancelLabel}
      </Button>
      <Button
        type="submit"
        kind={isDanger ? 'danger' : 'primary'}
        disabled={!mayConfirm || lacksServer}
        title={lacksServer ? needsServer : undefined}
        pending={isRunning}
        pendingLabel={pendingLabel ?? confirmLabel}
      >
        {confirmLabel}
      </Button>
    </div>
  );
}

interface TypeToConfirmProps {
  expected: string;
  typed: string;
  onType: (text: string) => void;
}

function TypeToConfirm({ expected, typed, onType }: TypeToConfirmProps) {
  const id = useId();
  return (
    <div className="mt-4 grid gap-1">
      <label htmlFor={id}>
        Type <strong className="font-semibold wrap-anywhere">{expected}</strong> to confirm
      </label>
      <input
        id={id}
        className="control"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}
