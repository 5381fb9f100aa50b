import type { PublicLanguage } from '@upvigil/core/contract/names/languages';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { chooseLanguage } from '@upvigil/core/languages/choose-language';
import type { CachedResponse } from '../../api/http/cached-response.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { type ArchiveQuestion, createArchive } from './archive.ts';
import { type AppDocument, createDocumentTable } from './documents/document-table.ts';
import { createNewsLog } from './news-log.ts';
import { createReadyDocuments } from './ready-documents.ts';
import { createRefreshScheduler, type RefreshLevel } from './refresh-scheduler.ts';
import { newsOf } from './view/describe-view.ts';
import { nextEdge } from './view/maintenance-runs.ts';
import { hasNewState, type PublicSettings } from './view/public-rows.ts';
import type { PublicView, PublicWebsite, WebsiteDetails } from './view/public-view.ts';
import { type Current, type CurrentSources, readCurrent } from './view/read-current.ts';
import { createWebsiteDetails } from './website-details.ts';

interface PublicSnapshotOptions extends AppDocument {
  db: CurrentSources['db'];
  clock: Clock;
  changes: ChangeFeed;
  readSettings(): Promise<PublicSettings>;
  /** Since when this process could check, in milliseconds since the epoch. Without it no state becomes outdated. */
  presentSince?(): number;
  /** The public address, without a trailing slash. */
  publicUrl(): string;
  onError(error: unknown): void;
}

/** The language part of a request. */
export interface AskedLanguage {
  /** The query of its URL, without the question mark. */
  query: string;
  acceptLanguage?: string | undefined;
}

/** Refresh interval of figures: including the refresh itself, none is older than 15 s. */
const figuresMs = 14_000;

export type PublicSnapshot = ReturnType<typeof createPublicSnapshot>;

/**
 * The public documents in memory. States are read when they change, figures every 15 s, and the details of a website
 * only while its page is requested.
 */
export function createPublicSnapshot(options: PublicSnapshotOptions) {
  const { clock, changes, onError } = options;
  const { refresh, nextChange, forgetDetails, detailsRead, ...contents } = createContents(options);
  const listeners = new Set<(websiteIds: readonly number[]) => void>();
  let stopListening = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  let cancelEdge = (): void => undefined;
  let isStopped = false;

  const scheduler = createRefreshScheduler(
    async (level) => {
      const withNews = await refresh(level);
      waitForEdge();
      if (withNews.length > 0) for (const listener of listeners) listener(withNews);
    },
    clock,
    onError,
  );
  /** Refreshes when a maintenance is announced, begins or ends, without waiting for the next check. */
  const waitForEdge = (): void => {
    cancelEdge();
    const wait = nextChange() - clock.now();
    if (!isStopped && wait < figuresMs) cancelEdge = clock.after(Math.max(1, wait), () => scheduler.add('state'));
  };

  return {
    ...contents,
    /**
     * Calls back with the ids of websites with news, after the documents include it: a changed state, incident, name
     * or list of monitors. Figures change with each check and are no news. Returns a function that unsubscribes.
     */
    onNews(listener: (websiteIds: readonly number[]) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads everything, then follows changes. */
    async start(): Promise<void> {
      stopListening = changes.subscribe(({ website_ids, monitors, is_structural, is_replaced }) => {
        if (is_replaced) forgetDetails();
        if (is_structural) scheduler.add('figures');
        else if (website_ids.length > 0 && monitors?.length !== 0) scheduler.add('check');
      });
      timer = setInterval(() => scheduler.add('figures'), figuresMs);
      timer.unref();
      scheduler.add('figures');
      await scheduler.runNow();
    },
    /** Stops following changes. Resolves when no read is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      stopListening();
      clearInterval(timer);
      cancelEdge();
      await scheduler.stop();
      await detailsRead();
    },
    /** Reads everything again, as after a restore. */
    async reload(): Promise<void> {
      forgetDetails();
      scheduler.add('figures');
      await scheduler.runNow();
      await detailsRead();
    },
  };
}

/** The documents and their sources. */
function createContents(options: PublicSnapshotOptions) {
  const { db, clock } = options;
  const sources: CurrentSources = { presentSince: () => Number.POSITIVE_INFINITY, ...options };
  const news = createNewsLog();
  const documents = createReadyDocuments(createDocumentTable(options));
  let current: Current | null = null;
  let refreshingDetails: Promise<void> = Promise.resolve();

  const inUse = (): Current => {
    if (current === null) throw new Error('The public status is not read yet');
    return current;
  };
  const websiteDetails = createWebsiteDetails({ db, now: clock.now, current: inUse });
  const { details } = websiteDetails;
  const archive = createArchive({ db, now: clock.now, current: inUse });

  /** Returns the ids of websites with news. */
  const refresh = async (level: RefreshLevel): Promise<number[]> => {
    if (level === 'check' && current !== null && !(await hasNewState(db, current.rows))) return [];
    const figures = level === 'figures' ? null : (current?.figures ?? null);
    const { view, ...read } = await readCurrent(sources, { now: clock.now(), figures, details });
    const withNews = news.update(new Map(view.websites.map((website) => [website.id, newsOf(website, view.now)])));
    current = { ...read, view: { ...view, news: news.version() } };
    archive.clear();
    await documents.show(
      current.view,
      ({ website_id, needsDetails }) =>
        website_id === null || withNews.includes(website_id) || (figures === null && !needsDetails),
    );
    if (figures === null) refreshDetails();
    return withNews;
  };
  /** Runs in the background: many details must not delay states. */
  const refreshDetails = (): void => {
    const run = async (): Promise<void> => {
      await websiteDetails.refresh(documents.askedDetails());
      await documents.show(inUse().view, ({ needsDetails }) => needsDetails);
    };
    refreshingDetails = refreshingDetails.then(run).catch(options.onError);
  };

  const settingOf = (): PublicLanguage => current?.view.language ?? 'en';
  const find = (path: string, asked: AskedLanguage = { query: '' }): CachedResponse | null => {
    const { language } = languageOf(asked, path.startsWith(apiPrefix) ? 'en' : settingOf());
    return documents.find(path, language) ?? archive.find(path, language);
  };

  return {
    refresh,
    forgetDetails: () => details.clear(),
    /** Resolves when the due details are read. */
    detailsRead: () => refreshingDetails,
    /** The next time at which a maintenance changes without an edit, in milliseconds since the epoch. */
    nextChange: (): number => nextEdge(inUse().rows.windows, inUse().rows.now),
    /** The document at exactly this path, in the requested language; null when there is none or it is not ready. */
    find,
    /** The same, after reading missing details. */
    async prepare(path: string, asked?: AskedLanguage): Promise<CachedResponse | null> {
      const websiteId = documents.lackingDetails(path);
      if (websiteId !== null) await websiteDetails.load(websiteId);
      return find(path, asked);
    },
    /** A month, an incident or a maintenance. */
    askArchive: (question: ArchiveQuestion, asked: AskedLanguage) =>
      archive.ask(question, languageOf(asked, settingOf())),
    /** The configured language, and that of a page without a document. */
    language: (asked: AskedLanguage) => languageOf(asked, settingOf()),
    /** The version of the published news, and the websites with news since another version. */
    news: { version: news.version, since: news.since },
    /** False until everything was read once. */
    isRead: () => current !== null,
    /** For metrics. */
    websites: (): readonly PublicWebsite[] => current?.view.websites ?? [],
    /** A website with the content of its own page, for share links; null when there is none. */
    async website(id: number): Promise<{ website: PublicWebsite; details: WebsiteDetails; view: PublicView } | null> {
      if (inUse().rows.targets.websites.has(id) && !details.has(id)) await websiteDetails.load(id);
      const { view } = inUse();
      const website = view.websites.find((one) => one.id === id);
      const own = details.get(id);
      return website && own ? { website, details: own, view } : null;
    },
  };
}

const languageOf = ({ query, acceptLanguage }: AskedLanguage, setting: PublicLanguage) => ({
  setting,
  language: chooseLanguage(query, setting, acceptLanguage),
});
