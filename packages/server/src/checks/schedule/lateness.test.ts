import { expect, it } from 'vitest';
import { createLateness, latenessBounds } from './lateness.ts';

it('each check is counted in all bounds that its delay does not exceed', () => {
  const lateness = createLateness();
  for (const late of [0, 1, 1.5, 250, 6000]) lateness.add(late);
  const { started, lateness_counts, lateness_sum_ms, lateness_max_ms } = lateness.summary();
  const byBound = Object.fromEntries(latenessBounds.map((bound, at) => [bound, lateness_counts[at]]));
  expect(byBound).toEqual({ 1: 2, 2: 3, 5: 3, 10: 3, 20: 3, 50: 3, 100: 3, 250: 4, 1000: 4, 5000: 4, 10000: 5 });
  expect([started, lateness_sum_ms, lateness_max_ms]).toEqual([5, 6252.5, 6000]);
});
