import { expect, it } from 'vitest';
import { heartbeatBadge } from './heartbeat-state.ts';

it.each([
  ['new', null, '', 'No Data', 'none'],
  ['up', true, 'duu', 'UP', 'up'],
  ['up', true, 'uus', 'SLOW', 'warn'],
  ['running', true, 'u', 'RUNNING', 'up'],
  ['running', null, '', 'RUNNING', 'up'],
  ['running', false, 'd', 'DOWN', 'down'],
  ['late', true, 'u', 'LATE', 'warn'],
  ['down', false, 'd', 'DOWN', 'down'],
  ['disabled', true, 'u', 'Disabled', 'none'],
] as const)('shows the state %s with is_up %s after the runs "%s" as %s', (state, is_up, states, label, tone) => {
  expect(heartbeatBadge({ state, is_up, recent_checks: { states, ms: [] } })).toEqual({ label, tone });
});
