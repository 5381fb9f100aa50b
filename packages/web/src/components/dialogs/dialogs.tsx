import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../basics/button.tsx';
import { ToneIcon } from '../tones/tone-icon.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmRequest } from './confirm-request.ts';
import { dialogPanelClass, useModal } from './modal-dialog.tsx';
import { takeToastAfterReload } from './reload-toast.ts';
import { type Toast, ToastRegion } from './toast-region.tsx';

export interface Dialogs {
  /** Shows a message in a modal dialog. Resolves when the user closes it. */
  alert: (message: string) => Promise<void>;
  /** Shows a toast for 5 s or until it is dismissed. */
  notify: (message: string, action?: Toast['action']) => void;
  /** Shows a confirmation. Resolves with true if the user confirmed and `run`, if present, succeeded. */
  confirm: (request: ConfirmRequest) => Promise<boolean>;
}

type Question = { id: number } & (
  | { kind: 'alert'; message: string; answer: () => void }
  | { kind: 'confirm'; request: ConfirmRequest; answer: (isAgreed: boolean) => void }
);

const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('useDialogs needs a DialogsProvider above it');
  return dialogs;
}

const toastsShown = 3;

/** Renders all messages and confirmations as native dialogs. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const { questions, ask, dismiss } = useQuestions();
  const { toasts, notify, dismissToast } = useToasts();
  const dialogs = useMemo<Dialogs>(() => {
    const alert = (message: string) => ask<void>((answer) => ({ kind: 'alert', message, answer }));
    const confirm = async (request: ConfirmRequest) => {
      let failed: { error: unknown } | undefined;
      const run = request.run && (() => request.run?.().catch((error: unknown) => (failed = { error })));
      const watched: ConfirmRequest = { ...request, ...(run ? { run: async () => run() } : {}) };
      const isAgreed = await ask<boolean>((answer) => ({ kind: 'confirm', request: watched, answer }));
      if (!failed) return isAgreed;
      await alert(sentenceOf(request.failure, failed.error));
      return false;
    };
    return { alert, notify, confirm };
  }, [ask, notify]);
  return (
    <DialogsContext value={dialogs}>
      {children}
      {questions.map((question) =>
        question.kind === 'alert' ? (
          <FailureDialog
            key={question.id}
            message={question.message}
            onClose={() => dismiss(question, question.answer)}
          />
        ) : (
          <ConfirmDialog
            key={question.id}
            request={question.request}
            onAnswer={(isAgreed) => dismiss(question, () => question.answer(isAgreed))}
          />
        ),
      )}
      <ToastRegion toasts={toasts} onDismiss={dismissToast} />
    </DialogsContext>
  );
}

function sentenceOf(failure: ConfirmRequest['failure'], error: unknown): string {
  if (typeof failure === 'function') return failure(error);
  return failure ?? (error instanceof Error ? error.message : String(error));
}

type NewQuestion<T> = (answer: (value: T) => void) => DistributiveOmit<Question, 'id'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function useQuestions() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const lastId = useRef(0);
  const ask = useCallback(
    <T,>(make: NewQuestion<T>) =>
      new Promise<T>((resolve) => {
        lastId.current += 1;
        const question: Question = { ...make(resolve), id: lastId.current };
        setQuestions((old) => [...old, question]);
      }),
    [],
  );
  const dismiss = useCallback((question: Question, answer: () => void) => {
    setQuestions((old) => old.filter(({ id }) => id !== question.id));
    answer();
  }, []);
  return { questions, ask, dismiss };
}

function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const notify = useCallback((message: string, action?: Toast['action']) => {
    lastId.current += 1;
    const toast: Toast = { id: lastId.current, message, ...(action ? { action } : {}) };
    setToasts((old) => [...old, toast].slice(-toastsShown));
  }, []);
  const dismissToast = useCallback((id: number) => setToasts((old) => old.filter((one) => one.id !== id)), []);
  useEffect(() => {
    const message = takeToastAfterReload();
    if (message) notify(message);
  }, [notify]);
  return { toasts, notify, dismissToast };
}

/** One sentence and an OK button, like `window.alert`. */
function FailureDialog({ message, onClose }: { message: string; onClose: () => void }) {
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
