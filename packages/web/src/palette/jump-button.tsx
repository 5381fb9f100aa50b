import { Search } from 'lucide-react';
import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react';
import { logFailure } from '../failures.ts';
import { lazyPart } from '../reachability/lazy-part.tsx';
import type { PaletteProps } from './palette.tsx';
import type { Target } from './targets.ts';

type Palette = ComponentType<PaletteProps>;

const MuteDialog = lazyPart(async () => ({ default: (await import('../alerting/mute-dialog.tsx')).MuteDialog }));
const Keys = lazyPart(async () => ({ default: (await import('../shell/keys/keys.tsx')).Keys }));

const mutedOf = ({ monitor, website }: Target) => (monitor ? { monitor_id: monitor.id } : { website_id: website.id });

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** An open modal dialog. Toasts are dialogs too, but not modal. */
const modal = 'dialog[open]:not([role=status] *)';

/** Button for the palette, which also opens with Ctrl K (⌘ K on a Mac). Its code is loaded on first use. */
export function JumpButton() {
  const [Palette, setPalette] = useState<Palette | null>(null);
  const [muted, setMuted] = useState<Target | null>(null);
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = useCallback(() => setKeysShown(true), []);
  const early = useEarlyKeys();
  const close = useCallback(() => setPalette(null), []);
  const open = useCallback(async () => {
    try {
      const loaded = await import('./palette.tsx');
      setPalette(() => loaded.Palette);
    } catch (error) {
      logFailure('Could not load the palette:', error);
    }
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (Palette) close();
      else if (!document.querySelector(modal)) void open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [Palette, open, close]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        className="flex h-[34px] w-57 shrink-0 cursor-pointer items-center gap-2 rounded-lg border border-(--border-strong) bg-(--surface) pr-2 pl-2.5 text-left text-[0.8125rem] text-(--hint) hover:bg-(--hover) max-[1100px]:w-9 max-[1100px]:justify-center max-[1100px]:px-0 max-md:size-11 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        onClick={() => void open()}
      >
        <Search aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.5} />
        <span className="flex-1 max-[1100px]:sr-only">Search or jump to…</span>
        <kbd className="rounded-[5px] border border-b-2 border-(--border-strong) px-[5px] font-sans text-[0.6875rem] leading-4 font-medium text-(--muted) max-[1100px]:hidden">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {Palette ? <Palette onClose={close} onKeys={showKeys} onMute={setMuted} /> : null}
      <Suspense fallback={null}>
        {muted ? <MuteDialog target={mutedOf(muted)} name={muted.name} onClose={() => setMuted(null)} /> : null}
        {early || areKeysShown ? <Keys early={early} isListShown={areKeysShown} onListShown={setKeysShown} /> : null}
      </Suspense>
    </>
  );
}

interface EarlyKeys {
  /** The key events so far; no more are noted. */
  take: () => KeyboardEvent[];
}

/** Notes key events until the code of the keys is loaded, which the first one starts; null before. */
function useEarlyKeys(): EarlyKeys | null {
  const [early, setEarly] = useState<EarlyKeys | null>(null);
  useEffect(() => {
    const events: KeyboardEvent[] = [];
    const stop = () => window.removeEventListener('keydown', note);
    const take = () => {
      stop();
      return events.splice(0);
    };
    const note = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (events.push(event) === 1) setEarly({ take });
    };
    window.addEventListener('keydown', note);
    return stop;
  }, []);
  return early;
}
