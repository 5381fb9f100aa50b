import { describe, expect, it } from 'vitest';
import { finishedCheck, testNow } from '../../../testing/rows.ts';
import { createPendingChecks } from './pending-checks.ts';
import type { RecordedCheck } from './recorded-check.ts';

const check = (id: number) => finishedCheck({ id, revision: 1, created_at: testNow });
const idsOf = (checks: readonly { monitor_id: number }[]) => checks.map(({ monitor_id }) => monitor_id);
const recorded = (of: ReturnType<typeof check>): RecordedCheck => ({
  check_id: 5,
  check: of,
  website_name: 'Shop',
  monitor: { id: of.monitor_id } as RecordedCheck['monitor'],
});

describe('checks that wait to be written', () => {
  it('leave in the order in which they came, and go back to the front', () => {
    const pending = createPendingChecks(10);
    pending.add([check(1), check(2), check(3)]);
    const batch = pending.take(2);
    expect(idsOf(batch)).toEqual([1, 2]);
    pending.add([check(4)]);
    pending.putBack(batch, new Error('no database'));
    expect(idsOf(pending.take(9))).toEqual([1, 2, 3, 4]);
    expect(pending.size).toBe(0);
  });

  it('are the newest where there are too many, and the lost are counted', async () => {
    const pending = createPendingChecks(2);
    const waited = pending.addAwaited(check(1));
    pending.add([check(2), check(3), check(4)]);
    expect(await waited).toBeNull();
    expect(pending.lost).toBe(2);
    const batch = pending.take(2);
    pending.add([check(5)]);
    pending.putBack(batch, new Error('no database'));
    expect([idsOf(pending.take(9)), pending.lost]).toEqual([[4, 5], 3]);
  });
});

describe('who waits for a check', () => {
  it('is given what was recorded, or null when it was left out', async () => {
    const pending = createPendingChecks(10);
    const [one, other] = [check(1), check(2)];
    const waiting = [pending.addAwaited(one), pending.addAwaited(other)];
    pending.settle(pending.take(2), [recorded(one)]);
    expect(await Promise.all(waiting)).toEqual([recorded(one), null]);
  });

  it('reports once that a check could not be written, and keeps the check', async () => {
    const pending = createPendingChecks(10);
    const waiting = pending.addAwaited(check(1));
    pending.putBack(pending.take(1), new Error('no database'));
    await expect(waiting).rejects.toThrow('no database');
    expect(pending.size).toBe(1);
    expect(() => pending.settle(pending.take(1), [])).not.toThrow();
  });
});
