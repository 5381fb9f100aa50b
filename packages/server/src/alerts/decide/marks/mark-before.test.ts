import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { markBefore, type TimedMark } from './mark-before.ts';

const mark = (secondsBefore: number, label = 'v1.4.2', website_id: number | null = null): TimedMark => ({
  label,
  website_id,
  at: testNow - secondsBefore * 1000,
});
const said = (...marks: TimedMark[]): string | null => markBefore('DOWN', 3, testNow, marks);

it.each([
  [42, 'DOWN 42 s after v1.4.2'],
  [0, 'DOWN 0 s after v1.4.2'],
  [29 * 60 + 59, 'DOWN 29 min after v1.4.2'],
])('an outage %d s after a mark names it', (seconds, sentence) => expect(said(mark(seconds))).toBe(sentence));

it('ignores a mark that is half an hour old, later, or of another website', () => {
  expect(said(mark(30 * 60), mark(-1), mark(42, 'v2', 4))).toBeNull();
});

it('names the newest matching mark', () => {
  expect(said(mark(10, 'other', 4), mark(50, 'ours', 3), mark(90, 'all'))).toBe('DOWN 50 s after ours');
});
