import type { ApiClient } from '@upvigil/core/client/api-client';
import { secondMs } from '@upvigil/core/time';
import { useInput } from 'ink';
import { type JSX, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Glyphs } from '../output/glyphs.ts';
import { isWide, type Size, StageContext } from './components/stage.ts';
import { handleKey } from './handle-key.ts';
import { keyNames } from './keys/key-map.ts';
import type { Shown, Sources } from './live/sources.ts';
import { LiveScreen } from './screens/live-screen.tsx';
import { reduceView, scopeOf, type ViewAction, type ViewState } from './view-state.ts';

interface AppProps {
  size: Size;
  api: ApiClient;
  sources: Sources;
  /** The person's choices, which the sources also read. */
  view: ViewStore;
  glyphs: Glyphs;
  color: boolean;
  now(): number;
  quit(): void;
}

/** The person's choices. Kept outside React, so that a fast key press sees the effect of the previous one. */
export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore(initial: ViewState) {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch: (action: ViewAction): void => {
      state = reduceView(state, action);
      for (const listener of listeners) listener();
    },
  };
}

export function App({ size, api, sources, view: store, glyphs, color, now, quit }: AppProps): JSX.Element {
  const view = useSyncExternalStore(store.subscribe, store.get);
  const shown = useShown(sources);
  const brand = useBrand(api);
  const scope = scopeOf(view);
  const source = sources[scope];
  const time = useNow(now, tickOf(shown[scope], isWide(size)));
  useActiveSource(sources, view);
  useFadingStatusLine(store, view);
  const latest = useRef(shown);
  latest.current = shown;
  useInput((input, key) => {
    for (const name of keyNames(input, key)) {
      handleKey(name, {
        api,
        dispatch: store.dispatch,
        now,
        refresh: () => {
          source.refresh();
          sources.notices.refresh();
        },
        view: store.get(),
        shown: latest.current,
        size,
        quit,
      });
    }
  });
  const notices = shown.notices.data ?? [];
  return (
    <StageContext value={{ size, glyphs, color, view, brand, notices, now: time }}>
      <LiveScreen shown={shown} />
    </StageContext>
  );
}

const spinnerMs = 120;

/** Milliseconds between two redraws: a second for a countdown, less for a spinner; null for none. */
function tickOf(state: Shown[keyof Shown], showsCountdown: boolean): number | null {
  if (state.loadedAt === null && !state.error) return spinnerMs;
  return state.error || showsCountdown ? secondMs : null;
}

/** The current time, updated every `everyMs` ms; never updated if null. */
function useNow(now: () => number, everyMs: number | null): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (everyMs === null) return;
    setTime(now());
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [now, everyMs]);
  return everyMs === null ? now() : time;
}

function useShown(sources: Sources): Shown {
  return {
    dashboard: useSyncExternalStore(sources.dashboard.subscribe, sources.dashboard.get),
    alerts: useSyncExternalStore(sources.alerts.subscribe, sources.alerts.get),
    status: useSyncExternalStore(sources.status.subscribe, sources.status.get),
    monitors: useSyncExternalStore(sources.monitors.subscribe, sources.monitors.get),
    detail: useSyncExternalStore(sources.detail.subscribe, sources.detail.get),
    notices: useSyncExternalStore(sources.notices.subscribe, sources.notices.get),
  };
}

/** Reads notices and the source of the visible screen, and again after the person chooses something else. */
function useActiveSource(sources: Sources, view: ViewState): void {
  const scope = scopeOf(view);
  const wish = {
    dashboard: view.dashboardHours,
    alerts: view.alertHours,
    status: 0,
    monitors: view.tag,
    detail: view.websiteId ?? 0,
  }[scope];
  const last = useRef<{ scope: string; wish: number | string } | null>(null);
  useEffect(() => {
    sources.notices.resume();
    return () => sources.notices.pause();
  }, [sources]);
  useEffect(() => {
    const source = sources[scope];
    source.resume();
    return () => source.pause();
  }, [sources, scope]);
  useEffect(() => {
    const isOtherWish = last.current?.scope === scope && last.current.wish !== wish;
    last.current = { scope, wish };
    if (isOtherWish) sources[scope].refresh();
  }, [sources, scope, wish]);
}

const statusLineMs = 6000;

function useFadingStatusLine(store: ViewStore, { statusLine }: ViewState): void {
  useEffect(() => {
    if (!statusLine) return;
    const timer = setTimeout(() => store.dispatch({ type: 'statusLine', statusLine: null }), statusLineMs);
    return () => clearTimeout(timer);
  }, [store, statusLine]);
}

/** The brand text; empty until it is read, or if reading fails. */
function useBrand(api: ApiClient): string {
  const [brand, setBrand] = useState('');
  useEffect(() => {
    api.branding.get().then(
      ({ brand_text }) => setBrand(brand_text),
      () => undefined,
    );
  }, [api]);
  return brand;
}
