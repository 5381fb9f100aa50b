import { emptyState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addNetworkCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { findMonitors, networkStateOptions } from './network-order.ts';

/** One of each state, of which one is up and late, and two that are up. */
function monitors() {
  const state = emptyState();
  const { id } = addWebsite(state);
  const add = (name: string, given: { enabled?: boolean; is_up?: boolean; seconds?: number; uptime?: number }) => {
    const { enabled = true, is_up, seconds = null, uptime = null } = given;
    const monitor = addMonitor(state, id, {
      name,
      enabled,
      uptime_24h: uptime,
      host: `${name.replace(' ', '-')}.example`,
    });
    if (is_up !== undefined) addNetworkCheck(state, monitor, { is_up, response_time: seconds });
  };
  add('node 10', { is_up: true, seconds: 0.5, uptime: 99 });
  add('off', { enabled: false, is_up: false, uptime: 10 });
  add('new', {});
  add('node 9', { is_up: true, seconds: 2, uptime: 100 });
  add('broken', { is_up: false, uptime: 80 });
  add('late', { is_up: true, seconds: 6, uptime: 100 });
  return state.monitors;
}
const found = (search: string, state: string, sort: string) =>
  findMonitors(monitors(), search, state, sort).map(({ name }) => name);

describe('network monitors', () => {
  it.each([
    ['issues', ['broken', 'late', 'new', 'node 9', 'node 10', 'off']],
    ['name', ['broken', 'late', 'new', 'node 9', 'node 10', 'off']],
    ['name-down', ['off', 'node 10', 'node 9', 'new', 'late', 'broken']],
    ['uptime', ['off', 'broken', 'node 10', 'late', 'node 9', 'new']],
    ['response-down', ['late', 'node 9', 'node 10', 'broken', 'new', 'off']],
    ['no such order', ['broken', 'late', 'new', 'node 9', 'node 10', 'off']],
  ])('stand in the order "%s"', (sort, names) => {
    expect(found('', 'all', sort)).toEqual(names);
  });

  it('are found by name, host and type, in one state or in all', () => {
    expect(found(' NODE-9.ex ', 'all', 'name')).toEqual(['node 9']);
    expect(found('tcp_port', 'UP', 'name')).toEqual(['node 9', 'node 10']);
    expect(found('', 'DOWN', 'name')).toEqual(['broken']);
    expect(found('', 'SLOW', 'name')).toEqual(['late']);
  });

  it('are counted by state, disabled ones only as disabled', () => {
    expect(networkStateOptions(monitors()).map(({ value, count }) => `${value} ${count}`)).toEqual([
      'all 6',
      'DOWN 1',
      'SLOW 1',
      'No Data 1',
      'UP 2',
      'Disabled 1',
    ]);
  });
});
