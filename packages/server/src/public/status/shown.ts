import type { PublicLanguage } from '@upvigil/core/languages/languages';
import { listedName } from '../../alerts/decide/alert-sentences.ts';
import type { PublicMaterial } from './documents/public-documents.ts';
import { describeWebsite, type KnownWebsite, newsOf } from './figures/describe-website.ts';
import { type KnownWebsites, nothingKnown } from './figures/known.ts';
import type { PublicState, PublicWebsite } from './figures/public-state.ts';
import { totalsOf } from './figures/website-totals.ts';
import { type PublicRun, type ToldRun, toldRun } from './maintenance/public-runs.ts';
import type { NewsLog } from './news-log.ts';
import { type ToldIncident, tellsOf } from './told/told-incident.ts';
import type { AffectedNames } from './told/told-pages.ts';

/** What the documents show: websites, described when a document of them is built and not before. */
export interface Shown {
  /** As it is at the moment of reading it. */
  readonly material: PublicMaterial;
  ids(): number[];
  has(id: number): boolean;
  website(id: number): PublicWebsite;
  setTexts(texts: PublicTexts): void;
  /** Shows these websites as they are known now, and looks for news in some of them. Returns the ids of those with news. */
  take(known: KnownWebsites, changed: ReadonlySet<number>, maybeNews: ReadonlySet<number>): number[];
}

type Targets = Pick<ToldIncident, 'website_ids' | 'monitor_ids'>;

/** What administrators set of the public pages. */
interface PublicTexts {
  brand: string;
  language: PublicLanguage;
  /** Whether checks in maintenance count in uptime. */
  counts_maintenance: boolean;
}

interface ShownOptions extends Pick<PublicMaterial, 'html' | 'htmlForm' | 'pages'> {
  /** The public address, without a slash at the end. */
  publicUrl(): string;
}

export function createShown({ publicUrl, html, htmlForm, pages }: ShownOptions, news: NewsLog): Shown {
  const websites = new Map<number, KnownWebsite>();
  const described = new Map<number, PublicWebsite>();
  const lookForNews = rememberNews(news);
  let texts: PublicTexts = { brand: '', language: 'en', counts_maintenance: false };
  let known = nothingKnown();
  let state: PublicState | null = null;

  const website = (id: number): PublicWebsite => {
    const ready = described.get(id);
    if (ready) return ready;
    const of = websites.get(id);
    if (!of) throw new Error(`No document can be of website ${id}, which is not shown`);
    const made = describeWebsite(of, known.figures, known.now, knownTotals(of, known), texts.counts_maintenance);
    described.set(id, made);
    return made;
  };
  const currentState = (): PublicState => {
    state ??= {
      ...{ brand: texts.brand, base_url: publicUrl(), news: news.version(), now: known.now },
      websites: [...websites.keys()].sort((one, other) => one - other).map(website),
      incidents: known.incidents.filter((problem) => !known.told.some((told) => tellsOf(told, problem))),
      told: known.told,
      runs: toldRuns(known),
    };
    return state;
  };
  return {
    material: {
      ...{ html, htmlForm, pages, affectedBy: (told: Targets) => affectedNames(told, known) },
      get state() {
        return currentState();
      },
      get figures() {
        return known.figures;
      },
      get now() {
        return known.now;
      },
      get language() {
        return texts.language;
      },
    },
    ...{ website, ids: () => [...websites.keys()], has: (id: number) => websites.has(id) },
    setTexts: (read) => {
      if (read.counts_maintenance !== texts.counts_maintenance) described.clear();
      texts = read;
    },
    take(next, changed, maybeNews) {
      known = next;
      state = null;
      for (const id of changed) {
        described.delete(id);
        const of = known.websites.get(id);
        if (of) websites.set(id, of);
        else websites.delete(id);
      }
      return lookForNews(maybeNews, websites, known.now);
    },
  };
}

/** Summed once for each state that is known. */
function knownTotals({ website, monitors }: KnownWebsite, { totals, figures, now }: KnownWebsites) {
  const summed = totals.get(website.id) ?? totalsOf(monitors, figures, now);
  totals.set(website.id, summed);
  return summed;
}

const toldRuns = (known: KnownWebsites): ToldRun[] => known.work.runs.map((run) => shownRun(run, known, known.now));

/** A run of public maintenance as it is told at a moment, with those of whom everybody may know. */
export function shownRun(run: PublicRun, known: KnownWebsites, now: number): ToldRun {
  const website_ids = [...run.window.website_ids].filter((id) => known.websites.has(id));
  const monitor_ids = [...run.window.monitor_ids].filter((id) => known.monitors.has(id));
  const targets = { website_ids, monitor_ids };
  return toldRun(run, now, { ...targets, affected: () => affectedNames(targets, known) });
}

const affectedNames = (told: Targets, { websites, monitors }: KnownWebsites): AffectedNames => ({
  websites: told.website_ids.flatMap((id) => {
    const website = websites.get(id)?.website;
    return website ? [{ id, name: website.name }] : [];
  }),
  services: told.monitor_ids.flatMap((id) => {
    const monitor = monitors.get(id);
    const website = monitor && websites.get(monitor.website_id)?.website;
    return monitor && website ? [`${website.name}: ${listedName(monitor)}`] : [];
  }),
});

/** Remembers what counted as news of each website. Tells the log which of those asked for have other news, and returns them. */
function rememberNews(log: NewsLog) {
  const texts = new Map<number, string>();
  return (ids: ReadonlySet<number>, websites: ReadonlyMap<number, KnownWebsite>, now: number): number[] => {
    const withNews = [...ids].filter((id) => {
      const of = websites.get(id);
      const text = of ? newsOf(of, now) : '';
      const isNew = text !== (texts.get(id) ?? '');
      if (of) texts.set(id, text);
      else texts.delete(id);
      return isNew;
    });
    log.take(new Map(withNews.map((id) => [id, texts.get(id) ?? null])));
    return withNews;
  };
}
