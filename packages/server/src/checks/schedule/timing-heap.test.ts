import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimingHeap } from './timing-heap.ts';

test('returns items by due time, in whatever order they were added', () => {
  const dues = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 });
  fc.assert(
    fc.property(dues, (all) => {
      const heap = createTimingHeap();
      for (const due of all) heap.add({ due });
      expect(heap.size).toBe(all.length);
      const taken = all.map(() => heap.takeFirst()?.due);
      expect(taken).toEqual([...all].sort((one, other) => one - other));
      expect(heap.takeFirst()).toBeUndefined();
    }),
  );
});

test('always has the earliest first, while things come and go', () => {
  const steps = fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (all) => {
      const heap = createTimingHeap();
      const kept: number[] = [];
      for (const due of all) {
        if (due === null) {
          expect(heap.takeFirst()?.due).toBe(kept.sort((one, other) => one - other).shift());
        } else {
          heap.add({ due });
          kept.push(due);
        }
        expect(heap.first()?.due).toBe(kept.length === 0 ? undefined : Math.min(...kept));
        expect(heap.size).toBe(kept.length);
      }
    }),
  );
});
