import { useSyncExternalStore } from 'react';
import { afterAnswer, afterFailure, type Failure, type Reachability, reachTimes } from './reachability.ts';

interface WatchOptions {
  /** Resolves with null when the server answered. */
  poll?: () => Promise<Failure | null>;
  now?: () => number;
  /** Opens a document. */
  open?: (address: string) => void;
}

const openDocument = (address: string): void => window.location.assign(address);

/** Polls the server while the page is visible, and reports when it stops and starts to answer. */
export function createServerWatch({ poll = pollServer, now = Date.now, open = openDocument }: WatchOptions = {}) {
  let known = afterAnswer(now());
  /** The same object as long as the server answers, so that no page is drawn anew at each answer. */
  let view = known;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  const listeners = new Set<() => void>();

  const settle = (next: Reachability): void => {
    const isSeen = known.isAway || next.isAway;
    const { wanted } = known;
    known = next;
    if (isSeen) {
      view = next;
      for (const listener of listeners) listener();
    }
    if (wanted !== null && !next.isAway) open(wanted);
    plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (isStarted && !document.hidden) timer = setTimeout(() => void attempt(), Math.max(0, known.nextAt - now()));
  };
  /** Polls now; one poll at a time. Resolves with whether the server answered. */
  const attempt = (): Promise<boolean> => {
    const began = now();
    running ??= poll().then((failure) => {
      running = null;
      settle(failure === null ? afterAnswer(now()) : afterFailure(known, actualFailure(failure, began), now()));
      return failure === null;
    });
    return running;
  };
  /** A computer that slept during the poll ends it late, which says nothing about the server. */
  const actualFailure = (failure: Failure, began: number): Failure =>
    failure === 'silent' && now() - began > 2 * reachTimes.patience ? 'refused' : failure;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    /** What listeners get. Its times are right while the server is away. */
    read: (): Reachability => view,
    subscribe,
    attempt,
    /** Opens a document of this site when the server is back. */
    openLater: (address: string): void => settle({ ...known, wanted: address }),
    /** Calls back whenever the server stops to answer, and whenever it answers again. */
    follow({ onAway, onBack }: { onAway?: () => void; onBack: () => void }): () => void {
      let wasAway = known.isAway;
      return subscribe(() => {
        if (known.isAway === wasAway) return;
        wasAway = known.isAway;
        if (wasAway) onAway?.();
        else onBack();
      });
    },
    /** Starts polling. Returns a function that ends it. */
    start(): () => void {
      isStarted = true;
      plan();
      const onVisibility = () => (document.hidden ? clearTimeout(timer) : void attempt());
      const onOnline = () => void attempt();
      document.addEventListener('visibilitychange', onVisibility);
      window.addEventListener('online', onOnline);
      return () => {
        isStarted = false;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', onVisibility);
        window.removeEventListener('online', onOnline);
      };
    },
  };
}

/** A proxy in front of a dead server answers too, but never with JSON of ours. */
async function pollServer(): Promise<Failure | null> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(reachTimes.patience) });
    const isOurs = response.headers.get('content-type')?.includes('json') ?? false;
    return response.status < 500 || isOurs ? null : 'refused';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'refused';
  }
}

/** The watch of this window. */
export const serverWatch = createServerWatch();

/** Why a control is disabled while the server is away. */
export const needsServer = 'Needs the server';

export const useReachability = (): Reachability => useSyncExternalStore(serverWatch.subscribe, serverWatch.read);

const isAway = (): boolean => serverWatch.read().isAway;

/** Whether the server does not answer. */
export const useIsAway = (): boolean => useSyncExternalStore(serverWatch.subscribe, isAway);

/**
 * While the server is away, a link to another document of this site would end on the browser's error page. It is followed
 * when the server is back. Links behind the router are not documents: the router handled them before.
 */
export function holdLinks(): void {
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (event.defaultPrevented || !serverWatch.read().isAway || !(link instanceof HTMLAnchorElement)) return;
    const isDocument = link.origin === window.location.origin && !link.download && !isSamePage(link);
    if (!isDocument) return;
    event.preventDefault();
    if (link.target === '') serverWatch.openLater(link.href);
  });
}

const isSamePage = ({ pathname, search, hash }: HTMLAnchorElement): boolean =>
  hash !== '' && pathname === window.location.pathname && search === window.location.search;
