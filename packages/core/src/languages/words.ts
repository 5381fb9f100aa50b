import type { detail } from './compiled/details/en.ts';
import type { causes, documents } from './compiled/documents/en.ts';
import type { charts } from './compiled/english/charts.ts';
import type { common } from './compiled/english/common.ts';
import type { days } from './compiled/english/days.ts';
import type { lists } from './compiled/english/lists.ts';
import type { publicStates } from './compiled/english/public-states.ts';
import type { states } from './compiled/english/states.ts';
import type { pages } from './compiled/pages/en.ts';
import type { share } from './compiled/shares/en.ts';

/** Texts of one language. The English ones define the keys and the parameters. */
export interface Words {
  /** Header and footer of every page. */
  common: typeof common;
  states: typeof states;
  /** Badges that only public pages show. */
  publicStates: typeof publicStates;
  lists: typeof lists;
  days: typeof days;
  charts: typeof charts;
  /** The public overview, and texts that both public pages share. */
  pages: typeof pages;
  detail: typeof detail;
  share: typeof share;
  /** Plain text, feeds, badges and heads of documents. */
  documents: typeof documents;
  /** Reasons why something is down or slow. */
  causes: typeof causes;
}
