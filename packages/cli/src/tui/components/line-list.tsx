import { Box, Text } from 'ink';
import type { JSX } from 'react';
import { type Line, paint } from '../../output/paint.ts';

/** Draws lines as they are; they must fit already. */
export function LineList({ lines, color }: { lines: readonly Line[]; color: boolean }): JSX.Element {
  const text = lines.map((each) => paint(each, color) || ' ').join('\n');
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{text}</Text>
    </Box>
  );
}
