import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { Box, Text } from 'ink';
import { createContext, type JSX, type ReactNode, useContext } from 'react';
import { cut, widthOf } from '../../output/fit.ts';
import { line, paint, type Span, span } from '../../output/paint.ts';
import { roleOf } from '../../status/states.ts';
import { useStage } from './stage.ts';

/** Whether the texts inside belong to the row with the cursor. */
const SelectedRow = createContext(false);

interface InlineProps {
  spans: readonly (Span | string)[];
  /** Width in columns; absent: the whole line. */
  width?: number;
}

/** One line of text, cut to its width. Ink would cut wide characters one column too late, and always use `…`. */
export function Inline({ spans, width }: InlineProps): JSX.Element {
  const { color, size, glyphs } = useStage();
  const selected = useContext(SelectedRow);
  const shown = cutSpans(line(...spans).spans, Math.min(width ?? size.columns, size.columns), glyphs.ellipsis);
  // Ink gives an empty text no line.
  return <Text wrap="truncate">{paint({ spans: shown, selected }, color) || ' '}</Text>;
}

export const Lines = ({ lines }: { lines: readonly InlineProps['spans'][] }): JSX.Element[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
  lines.map((spans, at) => <Inline key={at} spans={spans} />);

/** In the row of an acknowledged alert or problem. */
export const acknowledgedMark = 'ack';

export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Cuts the spans to at most `width` columns. */
export function cutSpans(spans: readonly Span[], width: number, ellipsis: string): Span[] {
  if (spansWidth(spans) <= width) return [...spans];
  const kept: Span[] = [];
  let room = width;
  for (const each of spans) {
    const wide = widthOf(each.text);
    // Cuts the span that reaches the edge, so that the ellipsis shows that more follows.
    if (wide >= room) return [...kept, { ...each, text: cutWithMark(each.text, room, ellipsis) }];
    kept.push(each);
    room -= wide;
  }
  return kept;
}

const cutWithMark = (text: string, room: number, ellipsis: string): string =>
  room <= 0 ? '' : cut(`${text} `.padEnd(room + 1), room, ellipsis);

/** A line with a left and a right part. The left part is cut first; the right part only if it is too wide by itself. */
export function Sides({ left, right }: { left: readonly Span[]; right: readonly Span[] }): JSX.Element {
  const { columns } = useStage().size;
  const rightWidth = Math.min(columns, spansWidth(right));
  const room = columns - rightWidth - (rightWidth > 0 ? 1 : 0);
  return (
    <Box justifyContent="space-between" flexShrink={0}>
      {room > 0 && <Inline spans={left} width={room} />}
      {rightWidth > 0 && <Inline spans={right} />}
    </Box>
  );
}

export function Rule(): JSX.Element {
  const { size, glyphs } = useStage();
  return <Inline spans={[span(glyphs.rule.repeat(size.columns), 'quiet')]} />;
}

/** The heading of a part of a screen, with its scope at the right. */
export const Heading = ({ text, about }: { text: string; about: string }): JSX.Element => (
  <Sides left={[span(` ${text}`, 'strong')]} right={about === '' ? [] : [span(about, 'quiet'), span(' ')]} />
);

/** A row of a list. With the cursor, it has a mark at the left and is inverted. */
export function Row({ isSelected, children }: { isSelected: boolean; children: ReactNode }): JSX.Element {
  const { size, glyphs } = useStage();
  return (
    <SelectedRow value={isSelected}>
      <Box flexShrink={0}>
        {isSelected && (
          <Box position="absolute">
            <Inline spans={[' '.repeat(size.columns)]} />
          </Box>
        )}
        <Box flexShrink={0}>
          <Inline spans={[isSelected ? glyphs.cursor : ' ']} />
        </Box>
        {children}
      </Box>
    </SelectedRow>
  );
}

/** A row with a state: its sign, a name (cut first), and the state as text at the right. */
export function StateRow(props: { badge: ShownBadge; name: string; words: string; isSelected: boolean }): JSX.Element {
  const { badge, name, words, isSelected } = props;
  const { size, glyphs } = useStage();
  const shown = cutSpans([span(words, roleOf(badge))], size.columns - besidesName, glyphs.ellipsis);
  const room = Math.max(1, size.columns - besidesName - spansWidth(shown));
  return (
    <Row isSelected={isSelected}>
      <Box flexGrow={1} columnGap={1} paddingRight={1}>
        <Inline spans={[span(glyphs.state[badge.tone], roleOf(badge))]} />
        <Box width={room} flexShrink={0}>
          <Inline spans={[name]} width={room} />
        </Box>
        <Inline spans={shown} />
      </Box>
    </Row>
  );
}

/** Cursor, sign, the blanks after sign and name, and the margin. */
const besidesName = 5;
