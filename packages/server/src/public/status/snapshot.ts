import { apiPrefix } from '@upvigil/core/api-prefix';
import { chooseLanguage } from '@upvigil/core/languages/choose-language';
import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import type { AnswerForm, CachedResponse } from '../../api/http/cached-response.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { createDocuments } from './documents/document-cache.ts';
import {
  outdateWebsite,
  outdateWholePage,
  putWebsite,
  putWholePage,
  removeWebsite,
} from './documents/public-documents.ts';
import { type KnownWebsites, nothingKnown } from './figures/known.ts';
import { type Outdated, type Refreshed, refreshKnown } from './figures/known-websites.ts';
import type { PublicWebsite } from './figures/public-state.ts';
import { nextEdge } from './maintenance/public-runs.ts';
import type { RunQuestion } from './maintenance/run-answers.ts';
import { createNewsLog, type NewsLog } from './news-log.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';
import { createShown } from './shown.ts';
import { type SnapshotWebsite, snapshotWebsite } from './snapshot-website.ts';
import type { ToldAnswer, ToldQuestion } from './told/told-answers.ts';
import type { ToldPages } from './told/told-pages.ts';
import { createToldSide } from './told-side.ts';

export interface PublicSnapshotOptions {
  db: Database;
  clock: Clock;
  changes: ChangeFeed;
  /** The brand text, at the head of the pages. */
  readBrand(): Promise<string>;
  /** The language of whoever asks for none. */
  readLanguage(): Promise<PublicLanguage>;
  /** Whether checks in maintenance count in uptime; without it they do not. */
  readCounting?(): Promise<boolean>;
  /** Since when checks could be made; without it no state grows old. Milliseconds since the epoch. */
  presentSince?(): number;
  /** The public address, without a slash at the end. */
  publicUrl(): string;
  /** The web app's document, and the headers it is sent with. */
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
  /** Pages without script about incidents. */
  pages: ToldPages;
  onError(error: unknown): void;
}

/** What a request says of its language. */
export interface AskedLanguage {
  /** What follows the question mark of its URL. */
  query: string;
  acceptLanguage?: string | undefined;
}

/** The public documents. They are refreshed when something changes, not when somebody asks for them. */
export interface PublicSnapshot {
  /** Reads everything for the first time, and follows changes from then on. */
  start(): Promise<void>;
  /** Follows no more changes, and resolves when nothing is being read. */
  stop(): Promise<void>;
  /** The document at exactly this path, in the language that is asked for, or null. */
  find(path: string, asked?: AskedLanguage): CachedResponse | null;
  /** What people were told in a month, or an incident that is not kept ready. It is read when somebody asks. */
  ask(question: ToldQuestion, asked: AskedLanguage): Promise<ToldAnswer>;
  /** The page of a time of maintenance. */
  askRun(question: RunQuestion, asked: AskedLanguage): Promise<ToldAnswer>;
  /** The setting, and the language of a page for which there is no document. */
  language(asked: AskedLanguage): { setting: PublicLanguage; language: Language };
  /**
   * Calls back with the ids of websites that have news, once the documents hold it: a changed state, incident, name or
   * list of monitors. Figures that change with each check are no news, because a crowd would then ask for them every
   * second. Returns a function that stops it.
   */
  onNews(listener: (websiteIds: readonly number[]) => void): () => void;
  /** The version of the news that the documents hold, and which websites had news since another version. */
  news: Pick<NewsLog, 'version' | 'since'>;
  /** False before everything was read for the first time. */
  isRead(): boolean;
  /** What the documents say of one website, with what only its own page tells; null where it is not shown. */
  website(id: number): SnapshotWebsite | null;
  /** What the documents say of the websites, for metrics. */
  websites(): readonly PublicWebsite[];
  /** Reads everything again, as after a restore. */
  reload(): Promise<void>;
}

/** How often windows slide, also while nothing is checked. */
const slideMs = 30_000;

export function createPublicSnapshot(options: PublicSnapshotOptions): PublicSnapshot {
  const { clock, changes, onError } = options;
  const contents = createContents(options);
  const listeners = new Set<(websiteIds: readonly number[]) => void>();
  let stopListening = (): void => undefined;
  let slideTimer: NodeJS.Timeout | undefined;
  let cancelEdge = (): void => undefined;
  let isStopped = false;

  /** What is shown of work changes at its time, and not with the next check. */
  const waitForEdge = (): void => {
    cancelEdge();
    const wait = contents.nextEdge() - clock.now();
    if (!isStopped && wait < slideMs)
      cancelEdge = clock.after(Math.max(1, wait), () => scheduler.add({ has_slid: true }));
  };
  const refresh = async (due: Outdated): Promise<void> => {
    const withNews = await contents.refresh(due);
    waitForEdge();
    if (withNews.length === 0) return;
    for (const listener of listeners) listener(withNews);
  };
  const scheduler = createRefreshScheduler(refresh, clock, onError);

  return {
    find: contents.find,
    ask: contents.ask,
    askRun: contents.askRun,
    language: contents.language,
    news: contents.news,
    isRead: contents.isRead,
    website: contents.website,
    websites: contents.websites,
    async start() {
      scheduler.add({ is_structural: true });
      stopListening = changes.subscribe(({ website_ids, monitors, is_structural, is_replaced }) => {
        if (is_replaced) contents.forget();
        const checked = monitors === null ? { website_ids: new Set(website_ids) } : { monitors };
        scheduler.add({ ...checked, is_structural });
      });
      slideTimer = setInterval(() => scheduler.add({ has_slid: true }), slideMs);
      slideTimer.unref();
      await scheduler.runNow();
    },
    async stop() {
      stopListening();
      clearInterval(slideTimer);
      isStopped = true;
      cancelEdge();
      await scheduler.stop();
    },
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reload() {
      contents.forget();
      scheduler.add({ is_structural: true });
      await scheduler.runNow();
    },
  };
}

interface Contents extends Pick<PublicSnapshot, 'find' | 'ask' | 'askRun' | 'language' | 'website' | 'isRead'> {
  /** Returns the ids of websites that have news. */
  refresh(due: Outdated): Promise<number[]>;
  /** The next refresh begins with nothing known. */
  forget(): void;
  /** When work begins, ends, or changes otherwise without being edited; milliseconds since the epoch. */
  nextEdge(): number;
  websites(): readonly PublicWebsite[];
  news: NewsLog;
}

/** Keeps what is known, and the documents made from it. */
function createContents(options: PublicSnapshotOptions): Contents {
  const { db, clock, presentSince = () => Number.POSITIVE_INFINITY } = options;
  const documents = createDocuments();
  const news = createNewsLog();
  const shown = createShown(options, news);
  const told = createToldSide(options, documents, shown.material, () => known);
  let known: KnownWebsites = nothingKnown();
  let isForgotten = false;
  let hasWholePage = false;

  /** In one turn of the event loop: nobody is answered from what is half new. */
  const show = ({ website_ids, news_ids }: Refreshed): number[] => {
    const gone = shown.ids().filter((id) => !known.websites.has(id));
    const added = [...known.websites.keys()].filter((id) => !shown.has(id));
    const withNews = shown.take(known, new Set([...website_ids, ...gone]), new Set([...news_ids, ...added, ...gone]));
    if (!hasWholePage) putWholePage(documents, shown.material);
    hasWholePage = true;
    outdateWholePage(documents);
    for (const id of added) putWebsite(documents, id, () => shown.website(id), shown.material);
    for (const id of website_ids) outdateWebsite(documents, id);
    for (const id of gone) removeWebsite(documents, id);
    told.take(known.told);
    documents.buildAhead();
    return withNews;
  };
  return {
    ask: (question, asked) => told.ask(question, languageOf(shown.material.language, asked)),
    askRun: (question, asked) => told.askRun(question, languageOf(shown.material.language, asked)),
    find(path, { query, acceptLanguage } = nothingAsked) {
      const initial = path.startsWith(apiPrefix) ? 'en' : shown.material.language;
      return documents.find(path, chooseLanguage(query, initial, acceptLanguage));
    },
    language: (asked) => languageOf(shown.material.language, asked),
    ...{ news, isRead: () => hasWholePage, website: (id: number) => snapshotWebsite(shown, id) },
    websites: () => shown.material.state.websites,
    // After the moment that documents tell of: what began while they were read comes at once.
    nextEdge: () => nextEdge(known.work.windows, known.now),
    forget: () => {
      isForgotten = true;
    },
    async refresh(due) {
      const startsAnew = isForgotten;
      isForgotten = false;
      const next = startsAnew ? nothingKnown() : known;
      try {
        const isReadWhole = due.is_structural || due.has_slid || startsAnew;
        const texts = isReadWhole ? await readTexts(options) : null;
        const refreshed = await refreshKnown(
          next,
          db,
          { ...due, is_structural: due.is_structural || startsAnew },
          clock.now(),
          presentSince(),
        );
        known = next;
        if (texts) shown.setTexts(texts);
        return show(refreshed);
      } catch (error) {
        isForgotten ||= startsAnew;
        throw error;
      }
    },
  };
}

async function readTexts({ readBrand, readLanguage, readCounting = async () => false }: PublicSnapshotOptions) {
  return { brand: await readBrand(), language: await readLanguage(), counts_maintenance: await readCounting() };
}

const nothingAsked: AskedLanguage = { query: '' };

const languageOf = (setting: PublicLanguage, { query, acceptLanguage }: AskedLanguage) => ({
  setting,
  language: chooseLanguage(query, setting, acceptLanguage),
});
