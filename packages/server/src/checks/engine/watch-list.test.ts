import { beforeEach, describe, expect, it } from 'vitest';
import { finishedCheck, testNow } from '../../testing/rows.ts';
import { watchedForTest as monitor } from '../../testing/watched-monitor.ts';
import { createWatchList, type WatchList } from './watch-list.ts';

let list: WatchList;
beforeEach(() => {
  list = createWatchList();
});

describe('the list of watched monitors', () => {
  it('adds new and edited monitors, and returns them', () => {
    expect(list.add([monitor(1), monitor(2)]).map(({ id }) => id)).toEqual([1, 2]);
    expect(list.add([monitor(1, { timeout_seconds: 3 }), monitor(2, { revision: 2 })])).toEqual([
      monitor(2, { revision: 2 }),
    ]);
    expect(list.all()).toEqual([monitor(1), monitor(2, { revision: 2 })]);
  });

  it("stores a monitor's state after a check, for a restarted thread", () => {
    list.add([monitor(1)]);
    list.note(finishedCheck(monitor(1), { is_up: false, next_due_at: testNow + 5 }));
    expect(list.all()).toEqual([monitor(1, { outage_streak: 1, next_due_at: testNow + 5 })]);
  });

  it('ignores checks of a monitor before its edit or after its removal', () => {
    list.add([monitor(1, { revision: 2 }), monitor(2)]);
    list.remove([2]);
    const [old, gone] = [finishedCheck(monitor(1), { is_up: false }), finishedCheck(monitor(2))];
    expect([old, gone].map(list.isCurrent)).toEqual([false, false]);
    for (const check of [old, gone]) list.note(check);
    expect(list.all()).toEqual([monitor(1, { revision: 2 })]);
    expect([list.has(1), list.has(2), list.size]).toEqual([true, false, 1]);
  });

  it('is not affected by later changes of the passed monitors', () => {
    const given = monitor(1);
    list.add([given]);
    given.timeout_seconds = 99;
    expect(list.all()[0]?.timeout_seconds).toBe(10);
  });
});
