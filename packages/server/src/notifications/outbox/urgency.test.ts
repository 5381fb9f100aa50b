import { alertTypes } from '@upvigil/core/alert-types';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTurn, placesForOneByAge, urgencyOf } from './urgency.ts';

const queued = (alert_type: (typeof alertTypes)[number], id: number) => ({ id, alert_type, created_at: id });

it('lets outages go first, then their ends, then the rest, the older first among equals', () => {
  const some = [queued('SLOW', 4), queued('RECOVERED', 3), queued('ERROR', 2), queued('DOWN', 1)];
  expect(inTurn(some).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('gives each fourth place to who waited longest', () => {
  const outages = Array.from({ length: 9 }, (_, at) => queued('DOWN', 10 + at));
  const turns = inTurn([queued('SLOW', 1), queued('METADATA_MISSING', 2), ...outages]);
  expect(turns.map(({ id }) => id)).toEqual([10, 11, 12, 13, 1, 14, 15, 16, 17, 2, 18]);
});

it('keeps all, never puts a harmless one first before an outage, and lets nobody wait for ever', () => {
  const anyQueue = fc.array(fc.constantFrom(...alertTypes), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(anyQueue, (types) => {
      const queue = types.map((type, at) => queued(type, at + 1));
      const turns = inTurn(queue);
      expect(turns.map(({ id }) => id).sort((a, b) => a - b)).toEqual(queue.map(({ id }) => id));
      expect(urgencyOf(turns[0]?.alert_type ?? 'SLOW')).toBe(Math.min(...types.map(urgencyOf)));
      for (const { id } of queue) {
        const place = turns.findIndex((one) => one.id === id) + 1;
        expect(place).toBeLessThanOrEqual(id * placesForOneByAge + id);
      }
    }),
  );
});
