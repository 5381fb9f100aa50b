import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import type { JSX } from 'react';
import { longest } from '../../output/fit.ts';
import { span } from '../../output/paint.ts';
import { roleOf } from '../../status/states.ts';
import { DataTable } from './data-table.tsx';
import { useStage } from './stage.ts';
import { windowAround } from './windows.ts';

export interface CompactItem {
  key: string;
  badge: ShownBadge;
  name: string;
  figure: string;
}

const leastFigureWidth = 8;
const widthForFigures = 30;

/** The list of a small terminal: state and name of each item, and a figure if there is room. */
export function CompactList(props: { items: readonly CompactItem[]; selected: number; height: number }): JSX.Element {
  const { items, selected, height } = props;
  const { size, glyphs } = useStage();
  const { start, end } = windowAround(items.length, selected, height);
  const figureWidth = Math.max(leastFigureWidth, longest(items.map(({ figure }) => figure)));
  const hasFigure = size.columns >= widthForFigures;
  return (
    <DataTable
      items={items.slice(start, end)}
      keyOf={({ key }) => key}
      selected={selected - start}
      columns={[
        { header: '', width: 1, cell: ({ badge }) => [span(glyphs.state[badge.tone], roleOf(badge))] },
        { header: '', cell: ({ name }) => [name] },
        { header: '', width: hasFigure ? figureWidth : 0, align: 'right', cell: ({ figure }) => [figure] },
      ]}
    />
  );
}
