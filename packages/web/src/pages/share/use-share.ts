import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import type { SharedWebsite } from '@upvigil/core/contract/shares';
import { defaults } from '@upvigil/core/defaults';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pageLanguage } from '../../language/page-language.ts';
import { dropEmbedded } from '../../public/public-source.ts';
import { afterFailure } from '../../public/use-public-data.ts';
import { serverWatch } from '../../reachability/watch-server.ts';

export interface Share {
  /** Latest successful response, or null before the first. */
  data: SharedWebsite | null;
  /** Time of that response in ms since the epoch. */
  loadedAt: number | null;
  /** The link expired, was revoked, or never existed. Earlier data is removed. */
  isDead: boolean;
  /** The latest request failed. */
  hasFailed: boolean;
  isLoading: boolean;
  retry: () => void;
}

type Loaded = Omit<Share, 'retry'>;

const refreshMs = defaults.refreshSeconds.publicStatus * 1000;
const nothingYet: Loaded = { data: null, loadedAt: null, isDead: false, hasFailed: false, isLoading: true };
const dead: Loaded = { ...nothingYet, isDead: true, isLoading: false };
const loaded = (data: SharedWebsite): Loaded => ({ ...nothingYet, data, loadedAt: Date.now(), isLoading: false });

/** Data of a share link over some days: loaded at once, then every 30 s while the page is visible. */
export function useShare(link: string, days: number): Share {
  const [first] = useState(() => readEmbedded(link));
  const [state, setState] = useState(first ?? nothingYet);
  const running = useRef<AbortController | null>(null);
  /** The document contains the data of the default period. */
  const isFresh = useRef(first !== null);
  /** The link has been opened, so that further requests do not count as views. */
  const isOpened = useRef(first !== null);
  const load = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((old) => ({ ...old, isLoading: true }));
    const next = await read(addressOf(link, days, isOpened.current), controller.signal).catch(() => null);
    if (running.current !== controller) return;
    isOpened.current ||= next !== null;
    setState((old) => next ?? afterFailure(old));
  }, [link, days]);
  const { isDead } = state;
  useEffect(() => {
    dropEmbedded();
    if (isDead) return;
    if (!isFresh.current) void load();
    isFresh.current = false;
    const timer = setInterval(() => document.hidden || void load(), refreshMs);
    const stopWatching = serverWatch.follow({
      onAway: () => {
        running.current?.abort();
        setState(afterFailure);
      },
      onBack: () => void load(),
    });
    return () => {
      clearInterval(timer);
      stopWatching();
      running.current?.abort();
      running.current = null;
    };
  }, [load, isDead]);
  return { ...state, retry: () => void load() };
}

function addressOf(link: string, days: number, isAgain: boolean): string {
  const query = new URLSearchParams({
    days: String(days),
    lang: pageLanguage(),
    ...(isAgain ? { again: 'true' } : {}),
  });
  return `${apiPrefix}${publicPaths.share.replace(':link', encodeURIComponent(link))}?${query}`;
}

async function read(address: string, signal: AbortSignal): Promise<Loaded> {
  const init: RequestInit = { signal, headers: { accept: 'application/json' }, referrerPolicy: 'no-referrer' };
  const response = await fetch(address, init);
  if (response.status === 404) return dead;
  const answer: unknown = response.ok ? await response.json() : null;
  if (!isShared(answer)) throw new Error('No good answer');
  return loaded(answer);
}

const isShared = (answer: unknown): answer is SharedWebsite =>
  typeof answer === 'object' && answer !== null && 'services' in answer && Array.isArray(answer.services);

/**
 * `<script type="application/json" id="public-status">`: data of the link when the document was sent; without a link if
 * it was invalid.
 */
function readEmbedded(link: string): Loaded | null {
  try {
    const embedded: unknown = JSON.parse(document.getElementById('public-status')?.textContent ?? 'null');
    if (typeof embedded !== 'object' || embedded === null || !('kind' in embedded) || embedded.kind !== 'share')
      return null;
    if ('link' in embedded && embedded.link === null) return dead;
    const isThis = 'link' in embedded && embedded.link === link && 'data' in embedded && isShared(embedded.data);
    return isThis ? loaded(embedded.data as SharedWebsite) : null;
  } catch {
    return null;
  }
}
