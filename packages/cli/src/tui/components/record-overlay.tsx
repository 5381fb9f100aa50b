import type { JSX } from 'react';
import type { Span } from '../../output/paint.ts';
import type { KeyScope } from '../keys/key-map.ts';
import { FramedTable, type FramedTableProps, roomForFramedRows } from './data-table.tsx';
import { Inline, Lines } from './inline.tsx';
import { KeyLine, Screen } from './screen.tsx';
import { isCompact, type Size, useStage } from './stage.ts';

type Spans = readonly (Span | string)[];

interface RecordOverlayProps<Item> extends Omit<FramedTableProps<Item>, 'height'> {
  /** Title of the screen behind. */
  title: JSX.Element;
  head: readonly Spans[];
  /** An item as one line, for a small terminal. */
  lineOf(item: Item): Spans;
  /** Shown if there are no items. */
  none: Spans;
  hints: Spans;
  scope: KeyScope;
}

/** Title, heading lines, hints and keys. */
const linesBesides = (headLines: number): number => headLines + 3;

/** How many records fit into an overlay with `headLines` heading lines. */
export function roomForRecords(size: Size, headLines: number): number {
  const height = size.rows - linesBesides(headLines);
  return isCompact(size) ? Math.max(1, height) : roomForFramedRows(height);
}

/** Records over the screen; the title and the keys stay visible. */
export function RecordOverlay<Item>(props: RecordOverlayProps<Item>): JSX.Element {
  const { title, head, items, lineOf, keyOf, none, hints, scope, columns } = props;
  const { size } = useStage();
  const height = Math.max(0, size.rows - linesBesides(head.length));
  const headLines = (
    <>
      {title}
      <Lines lines={head} />
    </>
  );
  const foot = (
    <>
      <Inline spans={hints} />
      <KeyLine scope={scope} />
    </>
  );
  return (
    <Screen head={headLines} foot={foot}>
      {items.length === 0 && <Inline spans={none} />}
      {isCompact(size) && <Lines lines={items.slice(0, height).map(lineOf)} />}
      {!isCompact(size) && items.length > 0 && (
        <FramedTable columns={columns} items={items} keyOf={keyOf} height={height} />
      )}
    </Screen>
  );
}
