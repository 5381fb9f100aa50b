import { Box, Text } from 'ink';
import type { JSX } from 'react';
import { type Line, paint } from '../../output/paint.ts';

/** Lines as they are: each was made to fit before. */
export function LineList({ lines, color }: { lines: readonly Line[]; color: boolean }): JSX.Element {
  const text = lines.map((each) => paint(each, color) || ' ').join('\n');
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{text}</Text>
    </Box>
  );
}
