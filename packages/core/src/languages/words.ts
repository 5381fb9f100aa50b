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

/** The messages of one language. English ones give the keys and the parameters of each. */
export interface Words {
  /** Around every page. */
  common: typeof common;
  /** Badges of states. */
  states: typeof states;
  /** Badges of states that only public pages show. */
  publicStates: typeof publicStates;
  lists: typeof lists;
  /** Strips of days. */
  days: typeof days;
  charts: typeof charts;
  /** The public overview, and what both public pages say. */
  pages: typeof pages;
  /** The public page of one website. */
  detail: typeof detail;
  /** Texts of share links. */
  share: typeof share;
  /** Plain text, feeds, badges and heads of documents. */
  documents: typeof documents;
  /** Why something is down or slow. */
  causes: typeof causes;
}
