import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { expect, it } from 'vitest';
import { noSelection, reasonUnfit, type Selection, selectedCount, withAllShown, withToggled } from './selection.ts';

const rows = [1, 2, 3, 4, 5].map((id) => ({ id, website_id: 1 }) as ListedMonitor);
const idsOf = ({ monitors }: Selection) => [...monitors.keys()];
const toggle = (selection: Selection, id: number, isRange = false) => withToggled(selection, rows, { id, isRange });

it('selects and clears one monitor', () => {
  const two = toggle(toggle(noSelection, 2), 4);
  expect(idsOf(two)).toEqual([2, 4]);
  expect(idsOf(toggle(two, 2))).toEqual([4]);
});

it('selects a range in either direction, and clears one', () => {
  expect(idsOf(toggle(toggle(noSelection, 2), 4, true))).toEqual([2, 3, 4]);
  const upwards = toggle(toggle(noSelection, 4), 2, true);
  expect(idsOf(upwards).sort()).toEqual([2, 3, 4]);
  expect(idsOf(toggle(toggle(upwards, 5), 4, true)).sort()).toEqual([2, 3]);
});

it('starts a range at the monitor itself if the one before is not shown any more', () => {
  expect(idsOf(toggle({ ...noSelection, anchor: 99 }, 3, true))).toEqual([3]);
});

it('selects all shown monitors, and none if they are selected', () => {
  const all = withAllShown(toggle(noSelection, 2), rows);
  expect(idsOf(all).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(selectedCount(withAllShown(all, rows))).toBe(0);
});

it('keeps the shown monitors if one of all matching ones is cleared', () => {
  const all: Selection = { ...noSelection, allCount: 208 };
  expect(selectedCount(all)).toBe(208);
  expect(idsOf(toggle(all, 3))).toEqual([1, 2, 4, 5]);
});

it('names the reason why an action is not possible for so many monitors', () => {
  const some = (count: number): Selection => ({
    ...noSelection,
    monitors: new Map(Array.from({ length: count }, (_, id) => [id, { id } as ListedMonitor])),
  });
  const all: Selection = { ...noSelection, allCount: 10_000 };
  expect(reasonUnfit('duplicate', some(1))).toBeUndefined();
  expect(reasonUnfit('duplicate', some(2))).toBe('Select one monitor to duplicate it');
  expect(reasonUnfit('maintenance', some(500))).toBeUndefined();
  expect(reasonUnfit('maintenance', all)).toMatch(/^Maintenance lists at most 500 monitors/);
  expect(reasonUnfit('disable', some(1001))).toBe('Select at most 1,000 monitors, or all that match');
  expect(reasonUnfit('disable', all)).toBeUndefined();
});
