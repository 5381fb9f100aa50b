import { renderToString } from 'ink';
import type { JSX } from 'react';
import { glyphsFor } from '../output/glyphs.ts';
import { type Stage, StageContext } from '../tui/components/stage.ts';
import type { Shown } from '../tui/live/sources.ts';
import { LiveScreen } from '../tui/screens/live-screen.tsx';
import { initialView, type ViewState } from '../tui/view-state.ts';
import { fakeNow } from './installations.ts';

interface DrawOptions extends Partial<Omit<Stage, 'size' | 'glyphs'>> {
  columns: number;
  /** Rows of the terminal: a frame has one less. */
  rows: number;
  unicode?: boolean;
}

/** The lines of an element as Ink draws them on a terminal of that size. */
export function drawElement(element: JSX.Element, { columns, rows, unicode = true, ...given }: DrawOptions): string[] {
  const stage: Stage = {
    size: { columns, rows: rows - 1 },
    glyphs: glyphsFor(unicode),
    color: false,
    view: initialView({ screen: 'dashboard' }),
    brand: '',
    notices: [],
    now: fakeNow,
    ...given,
  };
  return renderToString(<StageContext value={stage}>{element}</StageContext>, { columns }).split('\n');
}

export const drawScreen = (shown: Shown, view: ViewState, options: Omit<DrawOptions, 'view'>): string[] =>
  drawElement(<LiveScreen shown={shown} />, { ...options, view });
