import { apiPrefix } from '@upvigil/core/api-prefix';
import { chooseLanguage } from '@upvigil/core/languages/choose-language';
import type { Language, PublicLanguage } from '@upvigil/core/languages/languages';
import type { Clock } from '../clock.ts';
import type { ChangeFeed } from '../domain/change-feed.ts';
import type { AnswerForm, CachedResponse } from '../http/cached-response.ts';
import type { Database } from '../storage/database.ts';
import { createDocuments } from './documents/document-cache.ts';
import { type PublicMaterial, putWebsite, putWholePage, removeWebsite } from './documents/public-documents.ts';
import { describeWebsite } from './figures/describe-website.ts';
import { type KnownWebsites, nothingKnown, type Outdated, refreshKnown } from './figures/known-websites.ts';
import type { PublicWebsite } from './figures/public-state.ts';
import { createNewsLog, type NewsLog } from './news-log.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';

export interface PublicSnapshotOptions {
  db: Database;
  clock: Clock;
  changes: ChangeFeed;
  /** The brand text, at the head of the pages. */
  readBrand(): Promise<string>;
  /** The language of whoever asks for none. */
  readLanguage(): Promise<PublicLanguage>;
  /** The public address, without a slash at the end. */
  publicUrl(): string;
  /** The web app's document, and the headers it is sent with. */
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
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

  const refresh = async (due: Outdated): Promise<void> => {
    const withNews = await contents.refresh(due);
    if (withNews.length === 0) return;
    for (const listener of listeners) listener(withNews);
  };
  const scheduler = createRefreshScheduler(refresh, clock, onError);

  return {
    find: contents.find,
    language: contents.language,
    news: contents.news,
    websites: contents.websites,
    async start() {
      scheduler.add({ is_structural: true });
      stopListening = changes.subscribe(({ website_ids, is_structural, is_replaced }) => {
        if (is_replaced) contents.forget();
        scheduler.add({ website_ids: new Set(website_ids), is_structural });
      });
      slideTimer = setInterval(() => scheduler.add({ has_slid: true }), slideMs);
      slideTimer.unref();
      await scheduler.runNow();
    },
    async stop() {
      stopListening();
      clearInterval(slideTimer);
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

interface Contents extends Pick<PublicSnapshot, 'find' | 'language'> {
  /** Returns the ids of websites that have news. */
  refresh(due: Outdated): Promise<number[]>;
  forget(): void;
  websites(): readonly PublicWebsite[];
  news: NewsLog;
}

/** Keeps what is known, and the documents made from it. */
function createContents(options: PublicSnapshotOptions): Contents {
  const { db, clock, readBrand, readLanguage, publicUrl, html, htmlForm } = options;
  const documents = createDocuments();
  const described = new Map<number, PublicWebsite>();
  const news = createNewsLog();
  let known: KnownWebsites = nothingKnown();
  let setting: PublicLanguage = 'en';

  /** Describes a website anew. Returns whether there is news. */
  const describe = (id: number, now: number): boolean => {
    const before = described.get(id);
    const website = known.websites.get(id);
    const after = website && describeWebsite(website, known.figures, now);
    if (after) described.set(id, after);
    else described.delete(id);
    return newsOf(before) !== newsOf(after);
  };
  return {
    find(path, { query, acceptLanguage } = nothingAsked) {
      const initial = path.startsWith(apiPrefix) ? 'en' : setting;
      return documents.find(path, chooseLanguage(query, initial, acceptLanguage));
    },
    language: ({ query, acceptLanguage }) => ({ setting, language: chooseLanguage(query, setting, acceptLanguage) }),
    news,
    websites: () => [...described.values()],
    forget: () => {
      known = nothingKnown();
    },
    async refresh(due) {
      const now = clock.now();
      const touched = await refreshKnown(known, db, due, now);
      const gone = [...described.keys()].filter((id) => !known.websites.has(id));
      const changed = new Set([...touched, ...gone]);
      const withNews = [...changed].filter((id) => describe(id, now));
      news.take(new Map(withNews.map((id) => [id, newsOf(described.get(id)) || null])));
      const websites = [...described.values()].sort((one, other) => one.id - other.id);
      setting = await readLanguage();
      const texts = { brand: await readBrand(), base_url: publicUrl(), news: news.version() };
      const state = { ...texts, websites, incidents: known.incidents };
      const material: PublicMaterial = { state, figures: known.figures, now, language: setting, html, htmlForm };
      putWholePage(documents, material);
      for (const id of changed) {
        const website = described.get(id);
        if (website) putWebsite(documents, website, material);
        else removeWebsite(documents, id);
      }
      documents.buildWarm();
      return withNews;
    },
  };
}

const nothingAsked: AskedLanguage = { query: '' };

/** What counts as news when it changes, as one text to compare. */
const newsOf = (website: PublicWebsite | undefined): string =>
  website === undefined
    ? ''
    : JSON.stringify([
        website.name,
        website.description,
        website.monitors.map(({ id, name, is_up, has_slow_alert }) => [id, name, is_up, has_slow_alert]),
        website.recent_alerts.slice(0, 1).map((alert) => [alert.alert_type, alert.sentence, alert.created_at]),
      ]);
