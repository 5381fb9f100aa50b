import { expect, test } from 'vitest';
import { rowChunks } from './row-chunks.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each([0, 1, 2, 3, 255, 256, 257, 700])('%i rows come in order, in few sizes', (count) => {
  const chunks = rowChunks(rows(count));
  expect(chunks.flat()).toEqual(rows(count));
  for (const { length } of chunks) expect([256, 128, 64, 32, 16, 8, 4, 2, 1]).toContain(length);
  expect(chunks.length).toBeLessThanOrEqual(Math.floor(count / 256) + 8);
});
