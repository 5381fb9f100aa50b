import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { discardQuestion } from '../../components/dialogs/use-form-closing.ts';

interface Guard {
  /** Records whether a form has unsaved changes. */
  setDirty: (isDirty: boolean) => void;
  /** Resolves with true without unsaved changes, or if the user discards them. */
  leave: () => Promise<boolean>;
}

const GuardContext = createContext<Guard>({ setDirty: () => undefined, leave: async () => true });

/** Warns before unsaved changes are lost by a link, sign-out or closing the page. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const isDirty = useRef(false);
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    if (!isDirty.current) return true;
    const isAgreed = await confirm(discardQuestion);
    if (isAgreed) isDirty.current = false;
    return isAgreed;
  }, [confirm]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = isDirty.current ? linkedPath(event) : null;
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      void leave().then((mayLeave) => mayLeave && navigate(path));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [leave, navigate]);
  const guard = useMemo<Guard>(
    () => ({
      setDirty: (value) => {
        isDirty.current = value;
      },
      leave,
    }),
    [leave],
  );
  return <GuardContext value={guard}>{children}</GuardContext>;
}

/** Path that a plain click on an internal link would open, or null. */
function linkedPath(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.download) return null;
  if (link.origin !== window.location.origin || link.hash) return null;
  return link.pathname + link.search;
}

/** Reports unsaved changes of a form to the guard while mounted. */
export function useUnsavedChanges(isDirty: boolean): void {
  const { setDirty } = useContext(GuardContext);
  useEffect(() => {
    setDirty(isDirty);
    return () => setDirty(false);
  }, [isDirty, setDirty]);
}

/** Returns a function that warns before leaving with unsaved changes, and resolves with whether to leave. */
export const useLeave = (): (() => Promise<boolean>) => useContext(GuardContext).leave;
