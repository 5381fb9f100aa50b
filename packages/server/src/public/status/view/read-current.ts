import { describeView, type NewView } from './describe-view.ts';
import type { PageFigures } from './figures.ts';
import { readPageFigures } from './figures-store.ts';
import { type PublicRows, type RowSources, readRows } from './public-rows.ts';
import type { PublicView } from './public-view.ts';

export interface CurrentSources extends RowSources {
  /** The public address, without a trailing slash. */
  publicUrl(): string;
}

/** The rows and figures read last, and their view. */
export interface Current<View = PublicView> {
  rows: PublicRows;
  figures: PageFigures;
  view: View;
}

interface Reading extends Pick<PublicView, 'now' | 'details'> {
  /** Null: read figures too. */
  figures: PageFigures | null;
}

export async function readCurrent(
  sources: CurrentSources,
  { now, details, figures: known }: Reading,
): Promise<Current<NewView>> {
  const figures = known ?? (await readPageFigures(sources.db, now));
  const rows = await readRows(sources, now);
  return { rows, figures, view: describeView(rows, figures, { base_url: sources.publicUrl(), details }) };
}
