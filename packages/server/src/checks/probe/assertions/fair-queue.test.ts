import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  it('serves owners with low costs before those with high costs', () => {
    const queue = createFairQueue<string>(100);
    const [slow, quick] = [{}, {}];
    queue.add(slow, 1, 'slow 1');
    queue.take()?.charge(100);
    queue.add(slow, 1, 'slow 2');
    queue.add(quick, 1, 'quick 1');
    const first = queue.take();
    expect(first?.task).toBe('quick 1');
    first?.charge(1);
    queue.add(quick, 1, 'quick 2');
    expect(queue.take()?.task).toBe('quick 2');
    expect(queue.take()?.task).toBe('slow 2');
    expect(queue.take()).toBeNull();
  });

  it('refuses the last of the order when there is no room, whichever arrived last', () => {
    const queue = createFairQueue<string>(10);
    const slow = {};
    queue.add(slow, 1, 'first');
    queue.take()?.charge(100);
    queue.add(slow, 6, 'slow');
    expect(queue.add({}, 6, 'new')).toEqual(['slow']);
    expect(queue.add({}, 6, 'newer')).toEqual(['newer']);
    expect(queue.add({}, 4, 'small')).toEqual([]);
    expect(queue.take()?.task).toBe('new');
  });

  it('starves nobody, whatever the others cost', () => {
    const costs = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(costs, (each) => {
        const queue = createFairQueue<number>(1000);
        const owners = each.map(() => ({}));
        const spent = each.map(() => 0);
        for (const [at, owner] of owners.entries()) queue.add(owner, 1, at);
        for (let turn = 0; turn < 2000; turn += 1) {
          const taken = queue.take();
          if (!taken) break;
          const cost = each[taken.task] ?? 0;
          spent[taken.task] = (spent[taken.task] ?? 0) + cost;
          taken.charge(cost);
          queue.add(owners[taken.task] ?? {}, 1, taken.task);
        }
        // Each owner got the same time, within one task.
        expect(Math.max(...spent) - Math.min(...spent)).toBeLessThanOrEqual(2 * Math.max(...each));
      }),
      { numRuns: 50 },
    );
  });
});
