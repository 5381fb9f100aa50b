import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { expect, it } from 'vitest';
import type { BulkRequest } from '../use-selection.ts';
import { type BulkValues, bulkBody, type ChangeAction, intervalSentence } from './bulk-body.ts';

const values: BulkValues = {
  seconds: 300,
  tags: ['env:dev'],
  areTagsRemoved: false,
  website: { id: 7, name: 'Shop' },
  until: { time: '2026-11-27T18:00:00.000Z', text: '18:00' },
};
const four: Omit<BulkRequest, 'action'> = { target: { ids: [1, 2, 3, 4] }, count: 4, monitors: [] };
const bodyOf = (action: ChangeAction, more: Partial<BulkValues> = {}, on = four) =>
  bulkBody({ ...on, action }, { ...values, ...more })?.body;

it('has the ids, the action and its changes', () => {
  const { ids } = four.target as { ids: number[] };
  expect(bodyOf('disable')).toEqual({ ids, action: 'disable' });
  expect(bodyOf('interval')).toEqual({ ids, action: 'update', changes: { check_interval: 300 } });
  expect(bodyOf('tags')).toEqual({ ids, action: 'add_tags', changes: { tags: ['env:dev'] } });
  expect(bodyOf('tags', { areTagsRemoved: true })).toMatchObject({ action: 'remove_tags' });
  expect(bodyOf('mute')).toEqual({ ids, action: 'mute', changes: { until: '2026-11-27T18:00:00.000Z' } });
  expect(bodyOf('move')).toEqual({ ids, action: 'update', changes: { website_id: 7 } });
});

it('is missing while a value is', () => {
  expect([bodyOf('interval', { seconds: Number.NaN }), bodyOf('interval', { seconds: 5 })]).toEqual([
    undefined,
    undefined,
  ]);
  expect([bodyOf('tags', { tags: [] }), bodyOf('move', { website: null })]).toEqual([undefined, undefined]);
});

it('names the number of monitors that a filter matches, and of those that are deleted', () => {
  const all = { ...four, target: { filter: { tag: 'env:' } }, count: 208 };
  expect(bodyOf('disable', {}, all)).toEqual({ filter: { tag: 'env:' }, action: 'disable', expected_count: 208 });
  expect(bodyOf('delete')).toMatchObject({ action: 'delete', expected_count: 4 });
});

it('says what another interval means for the monitors that are checked', () => {
  const monitor = (check_interval: number, more: Partial<ListedMonitor> = {}) =>
    ({ kind: 'URL', enabled: true, check_interval, ...more }) as ListedMonitor;
  const checked = [monitor(60), monitor(30), monitor(10, { enabled: false }), monitor(86_400, { kind: 'HEARTBEAT' })];
  expect(intervalSentence(checked, 300)).toBe(
    '576 checks a day instead of 4,320. A problem is noticed up to 4 minutes 30 seconds later.',
  );
  expect(intervalSentence(checked, 30)).toBe('5,760 checks a day instead of 4,320.');
  expect(intervalSentence([], 30)).toBe('');
});
