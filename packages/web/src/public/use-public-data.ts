import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dropEmbedded, type PublicSource, readPublic } from './public-source.ts';

export interface PublicData<T> {
  /** The newest good answer, or null before the first. */
  data: T | null;
  /** When it came, in ms since the epoch. */
  loadedAt: number | null;
  /** Whether the newest attempt failed. */
  hasFailed: boolean;
  isLoading: boolean;
  retry: () => void;
}

const refreshMs = defaults.refreshSeconds.publicStatus * 1000;
/** Events of one burst become one request. */
const gatherMs = 1_000;
/** In place of a version, before any answer was good: no server knows it, so its stream begins with all that there is. */
const nothingSeen = 'nothing';

type Loaded<T> = Omit<PublicData<T>, 'retry'>;

/**
 * Reads a public source at once, every 30 s while the page is visible, when it is visible again, and when the server says
 * that it changed. Old data stays while new data loads or fails. The source must stay the same for the component's life.
 */
export function usePublicData<T>(source: PublicSource<T>): PublicData<T> {
  const [embedded] = useState(source.embedded);
  const [state, setState] = useState<Loaded<T>>(() => (embedded ? loaded(embedded.data) : nothingYet));
  /** The version of the news that the newest good answer holds. */
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
      if (running.current === controller) setState((old) => ({ ...old, hasFailed: true, isLoading: false }));
    }
  }, [source]);

  useEffect(() => {
    const ended = new AbortController();
    const follow = () => followChanges(source.concerns, seenNews.current, load, ended.signal);
    dropEmbedded();
    // Without embedded data the stream is opened after the first answer: it begins with what came after that.
    if (embedded) follow();
    else void load().then(follow);
    const stopPolling = pollWhileSeen(load);
    return () => {
      stopPolling();
      ended.abort();
      running.current?.abort();
      running.current = null;
    };
  }, [source, embedded, load]);

  return { ...state, retry: () => void load() };
}

const loaded = <T>(data: T): Loaded<T> => ({ data, loadedAt: Date.now(), hasFailed: false, isLoading: false });

const nothingYet = { data: null, loadedAt: null, hasFailed: false, isLoading: true };

/** Reads at an interval while the page is visible, and at once when it is visible again. Returns a function that stops it. */
function pollWhileSeen(load: () => void): () => void {
  const timer = setInterval(() => document.hidden || load(), refreshMs);
  const onVisibility = () => document.hidden || load();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** Follows server-sent events. Where they cannot be reached, polling goes on alone. */
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
 * The new JSON value, in which parts that equal the old ones are the old objects, so that only what changed is rendered
 * again. Entries of a list are matched by their `id`, or else by position.
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
