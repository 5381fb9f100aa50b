import type { Notice } from '@upvigil/core/contract/notices';
import { createContext, useContext } from 'react';
import type { Glyphs } from '../../output/glyphs.ts';
import type { ViewState } from '../view-state.ts';

/** The area for drawing, in columns and rows. */
export interface Size {
  columns: number;
  rows: number;
}

export interface Stage {
  size: Size;
  glyphs: Glyphs;
  color: boolean;
  view: ViewState;
  brand: string;
  /** Ongoing notices only. */
  notices: readonly Notice[];
  /** In ms since the epoch. */
  now: number;
}

export const StageContext = createContext<Stage | null>(null);

export function useStage(): Stage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('Screens are drawn inside a StageContext');
  return stage;
}

const narrowColumns = 60;
const shortRows = 15;
export const wideColumns = 100;
const wideRows = 30;

/** Whether the terminal is too small for tables: each item then gets one line. */
export const isCompact = ({ columns, rows }: Size): boolean => columns < narrowColumns || rows < shortRows;
/** Whether all columns fit, and figures fit side by side. */
export const isWide = ({ columns, rows }: Size): boolean => columns >= wideColumns && rows >= wideRows;
