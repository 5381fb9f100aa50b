import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { useCallback, useEffect, useRef, useState } from 'react';
import { serverWatch } from '../reachability/watch-server.ts';
import { dropEmbedded, type PublicSource, readPublic } from './public-source.ts';

export interface PublicData<T> {
  /** Latest successful response, or null before the first. */
  data: T | null;
  /** Time of that response in ms since the epoch. */
  loadedAt: number | null;
  /** The latest request failed, and the page must say so. */
  hasFailed: boolean;
  isLoading: boolean;
  retry: () => void;
}

const refreshMs = defaults.refreshSeconds.publicStatus * 1000;
/** Events within this time cause one request. */
const gatherMs = 1_000;
/** Version before the first response. No server knows it, so the stream starts with the full state. */
const nothingSeen = 'nothing';

type Loaded<T> = Omit<PublicData<T>, 'retry'>;

/**
 * Loads a public source at once, every 30 s while visible, when the page becomes visible, and on events of the server.
 * Keeps old data while loading and after a failure. The source must not change.
 */
export function usePublicData<T>(source: PublicSource<T>): PublicData<T> {
  const [embedded] = useState(source.embedded);
  const [state, setState] = useState<Loaded<T>>(() => (embedded ? loaded(embedded.data) : nothingYet));
  /** Version of the latest successful response. */
  const seenNews = useRef(embedded?.news ?? nothingSeen);
  const running = useRef<AbortController | null>(null);
  const load = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((old) => ({ ...old, isLoading: true }));
    try {
      const next = await readPublic(source, controller.signal);
      if (running.current !== controller) return;
      seenNews.current = next.news;
      setState((old) => loaded(keepUnchanged(old.data, next.data)));
    } catch {
      if (running.current === controller) setState(afterFailure);
    }
  }, [source]);

  useEffect(() => {
    const ended = new AbortController();
    const follow = () => followChanges(source.concerns, seenNews.current, load, ended.signal);
    dropEmbedded();
    // Without embedded data, the stream opens after the first response, to continue from its version.
    if (embedded) follow();
    else void load().then(follow);
    const stopPolling = pollWhileSeen(load);
    // A request to a server that hangs has neither an answer nor an end of its own.
    const stopWatching = serverWatch.follow({
      onAway: () => {
        running.current?.abort();
        setState(afterFailure);
      },
      onBack: () => void load(),
    });
    return () => {
      stopPolling();
      stopWatching();
      ended.abort();
      running.current?.abort();
      running.current = null;
    };
  }, [source, embedded, load]);

  return { ...state, retry: () => void load() };
}

/** The state after a failed request. Old data stays without an error while the page says that the server is away. */
export const afterFailure = <State extends Pick<PublicData<unknown>, 'data' | 'hasFailed' | 'isLoading'>>(
  old: State,
): State => ({ ...old, hasFailed: old.data === null || !serverWatch.read().isAway, isLoading: false });

const loaded = <T>(data: T): Loaded<T> => ({ data, loadedAt: Date.now(), hasFailed: false, isLoading: false });

const nothingYet = { data: null, loadedAt: null, hasFailed: false, isLoading: true };

/** Polls while the page is visible, and at once when it becomes visible. Returns a function that stops. */
function pollWhileSeen(load: () => void): () => void {
  const timer = setInterval(() => document.hidden || load(), refreshMs);
  const onVisibility = () => document.hidden || load();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** Follows server-sent events. If they fail, polling continues. */
function followChanges(
  concerns: (websiteId: number) => boolean,
  seenNews: string,
  load: () => void,
  signal: AbortSignal,
): void {
  if (typeof EventSource === 'undefined' || signal.aborted) return;
  const query = seenNews && `?last_event_id=${encodeURIComponent(seenNews)}`;
  const events = new EventSource(apiPrefix + publicPaths.events + query);
  let timer: ReturnType<typeof setTimeout> | undefined;
  events.onmessage = ({ data }) => {
    if (document.hidden || !concerns(websiteIdOf(data))) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      load();
    }, gatherMs);
  };
  signal.addEventListener('abort', () => {
    events.close();
    clearTimeout(timer);
  });
}

function websiteIdOf(data: unknown): number {
  try {
    const event: unknown = JSON.parse(String(data));
    return typeof event === 'object' && event !== null && 'website_id' in event ? Number(event.website_id) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/**
 * The new JSON value with unchanged parts replaced by the old objects, so that only changed parts render again. List
 * entries are matched by `id`, or by position.
 */
export function keepUnchanged<T>(old: T | null, next: T): T {
  return keep(old, next) as T;
}

function keep(old: unknown, next: unknown): unknown {
  if (Object.is(old, next) || typeof old !== 'object' || typeof next !== 'object' || !old || !next) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  return Array.isArray(next) ? keepList(old as unknown[], next) : keepRecord(old as JsonRecord, next as JsonRecord);
}

type JsonRecord = Record<string, unknown>;

function keepList(old: unknown[], next: unknown[]): unknown[] {
  const byId = new Map(old.map((entry, index) => [identity(entry, index), entry]));
  const kept = next.map((entry, index) => keep(byId.get(identity(entry, index)), entry));
  return old.length === kept.length && kept.every((entry, index) => entry === old[index]) ? old : kept;
}

const identity = (entry: unknown, index: number): unknown =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : `#${index}`;

function keepRecord(old: JsonRecord, next: JsonRecord): JsonRecord {
  const names = Object.keys(next);
  const kept = Object.fromEntries(names.map((name) => [name, keep(old[name], next[name])]));
  const isSame = names.length === Object.keys(old).length && names.every((name) => kept[name] === old[name]);
  return isSame ? old : kept;
}
