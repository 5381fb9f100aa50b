import { describeReports, describeView, newsOf, splitByWebsite } from './describe-view.ts';
import type { PageFigures } from './figures.ts';
import { readPageFigures } from './figures-store.ts';
import { type PublicRows, type RowSources, readRows } from './public-rows.ts';
import type { PublicView, WebsiteDetails } from './public-view.ts';

export interface CurrentSources extends RowSources {
  /** The public address, without a slash at the end. */
  publicUrl(): string;
}

/** What was read last, and the view that was made of it. */
export interface Current {
  rows: PublicRows;
  figures: PageFigures;
  view: PublicView;
}

interface Reading {
  now: number;
  /** Null: they are read too. */
  figures: PageFigures | null;
  /** By website. */
  details: ReadonlyMap<number, WebsiteDetails>;
  /** Takes what counts as news of each website. Returns the version of all news. */
  takeNews(texts: ReadonlyMap<number, string>): string;
}

export async function readCurrent(
  sources: CurrentSources,
  { now, details, takeNews, ...reading }: Reading,
): Promise<Current> {
  const figures = reading.figures ?? (await readPageFigures(sources.db, now));
  const rows = await readRows(sources, now);
  const reports = describeReports(rows);
  const websites = splitByWebsite(rows, reports);
  const news = takeNews(new Map(websites.map((each) => [each.website.id, newsOf(each, now)])));
  const view = describeView(rows, websites, figures, { base_url: sources.publicUrl(), news, reports, details });
  return { rows, figures, view };
}
