import type { Heartbeat } from '../contract/heartbeats.ts';
import { checkStateLetters } from '../contract/names/states.ts';
import { stateBadges } from './monitor-state.ts';
import type { StateBadge } from './url-state.ts';

type Shown = Pick<Heartbeat, 'state' | 'is_up' | 'recent_checks'>;

/** Badge of a heartbeat. A run in progress is up, unless the run before it failed or was missed. */
export function heartbeatBadge({ state, is_up, recent_checks }: Shown): StateBadge {
  switch (state) {
    case 'new':
      return stateBadges.unknown;
    case 'running':
      return is_up === false ? stateBadges.down : { label: 'RUNNING', tone: 'up' };
    case 'late':
      return { label: 'LATE', tone: 'warn' };
    case 'up':
      return recent_checks?.states.endsWith(checkStateLetters.slow) ? stateBadges.slow : stateBadges.up;
    default:
      return stateBadges[state];
  }
}
