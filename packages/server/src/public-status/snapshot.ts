import type { Clock } from '../clock.ts';
import type { AnswerForm, ReadyAnswer } from '../http/ready-answer.ts';
import type { ChangeFeed } from '../results/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { describeWebsite } from './describe-website.ts';
import { createDocuments } from './documents.ts';
import { type KnownWebsites, nothingKnown, refreshKnown } from './known-websites.ts';
import { type PublicMaterial, putWebsite, putWholePage, removeWebsite } from './public-documents.ts';
import type { PublicWebsite } from './public-state.ts';

export interface PublicSnapshotOptions {
  db: Database;
  clock: Clock;
  changes: ChangeFeed;
  /** What pages are headed with. */
  readBrand(): Promise<string>;
  /** The public address, without a slash at the end. */
  publicUrl(): string;
  /** The web app's document, and how it is answered. */
  html: string;
  htmlForm: Pick<AnswerForm, 'contentType' | 'headers'>;
  onError(error: unknown): void;
}

/** The public state: made when something changes, and never because somebody looks. */
export interface PublicSnapshot {
  /** Reads everything for the first time, and follows changes from then on. */
  start(): Promise<void>;
  /** Follows no more changes, and resolves when nothing is read any more. */
  stop(): Promise<void>;
  /** The answer at exactly that path, or null. */
  find(path: string): ReadyAnswer | null;
  /** Calls back with the websites that may show something new, once it can be read. Answers how to stop. */
  onChanged(listener: (websiteIds: readonly number[]) => void): () => void;
  /** Reads everything again, as after a restore. */
  reload(): Promise<void>;
}

/** At most one refresh a second, and no more than a twentieth of the time of one core. */
const minGapMs = 1000;
const shareOfTime = 20;
/** The first change after a pause waits this long for those that come with it. */
const gatherMs = 50;
/** Windows slide also when nothing is checked. */
const slideMs = 30_000;

export function createPublicSnapshot(options: PublicSnapshotOptions): PublicSnapshot {
  const { clock, changes, onError } = options;
  const contents = createContents(options);
  const listeners = new Set<(websiteIds: readonly number[]) => void>();
  let outdated = new Set<number>();
  let isStructural = false;
  let hasSlid = false;
  let timer: NodeJS.Timeout | null = null;
  let slideTimer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let pauseMs = gatherMs;
  let stopListening = (): void => undefined;
  let isStopped = false;

  const refreshSoon = (): void => {
    if (timer !== null || running !== null || isStopped) return;
    timer = setTimeout(() => void refresh(), pauseMs);
    timer.unref();
  };
  const refresh = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const due = { website_ids: outdated, is_structural: isStructural, has_slid: hasSlid };
    [outdated, isStructural, hasSlid] = [new Set(), false, false];
    const began = clock.monotonic();
    running = contents.refresh(due).then(
      (changed) => {
        if (due.website_ids.size === 0 && !due.is_structural) return;
        for (const listener of listeners) listener([...changed]);
      },
      (error: unknown) => {
        for (const id of due.website_ids) outdated.add(id);
        isStructural ||= due.is_structural;
        hasSlid = true;
        onError(error);
      },
    );
    await running;
    running = null;
    pauseMs = Math.max(minGapMs, (clock.monotonic() - began) * shareOfTime);
    if (outdated.size > 0 || isStructural || hasSlid) refreshSoon();
  };

  return {
    find: contents.find,
    async start() {
      isStructural = true;
      stopListening = changes.subscribe((change) => {
        if (change.website_ids.length === 0 && !change.is_structural) return;
        for (const id of change.website_ids) outdated.add(id);
        isStructural ||= change.is_structural;
        refreshSoon();
      });
      slideTimer = setInterval(() => {
        hasSlid = true;
        refreshSoon();
      }, slideMs);
      slideTimer.unref();
      await refresh();
    },
    async stop() {
      isStopped = true;
      stopListening();
      if (timer !== null) clearTimeout(timer);
      if (slideTimer !== null) clearInterval(slideTimer);
      await running;
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reload() {
      await running;
      contents.forget();
      isStructural = true;
      await refresh();
    },
  };
}

interface Contents {
  find(path: string): ReadyAnswer | null;
  refresh(due: Parameters<typeof refreshKnown>[2]): Promise<ReadonlySet<number>>;
  forget(): void;
}

/** What is known, and the documents made from it. */
function createContents(options: PublicSnapshotOptions): Contents {
  const { db, clock, readBrand, publicUrl, html, htmlForm } = options;
  const documents = createDocuments();
  const described = new Map<number, PublicWebsite>();
  let known: KnownWebsites = nothingKnown();

  const describe = (ids: ReadonlySet<number>, now: number): void => {
    for (const id of ids) {
      const website = known.websites.get(id);
      if (website) described.set(id, describeWebsite(website, known.figures, now));
      else described.delete(id);
    }
  };
  return {
    find: documents.find,
    forget: () => {
      known = nothingKnown();
    },
    async refresh(due) {
      const now = clock.now();
      const changed = await refreshKnown(known, db, due, now);
      describe(changed, now);
      const websites = [...described.values()].sort((one, other) => one.id - other.id);
      const state = { brand: await readBrand(), base_url: publicUrl(), websites, incidents: known.incidents };
      const material: PublicMaterial = { state, figures: known.figures, now, html, htmlForm };
      putWholePage(documents, material);
      for (const id of changed) {
        const website = described.get(id);
        if (website) putWebsite(documents, website, material);
        else removeWebsite(documents, id);
      }
      documents.buildWarm();
      return changed;
    },
  };
}
