import type { ListedState } from '../contract/names/states.ts';

interface Listed {
  enabled: boolean;
  /** By the last check; null before the first. */
  is_up: boolean | null;
  is_slow: boolean;
  /** Whether it is not checked any more, so that an up is too old to count. */
  is_outdated: boolean;
}

/** State of a monitor of any kind in a list of all. A page without its metadata counts as up. */
export function listedState({ enabled, is_up, is_slow, is_outdated }: Listed): ListedState {
  if (!enabled) return 'disabled';
  if (is_up === false) return 'down';
  if (is_up === null || is_outdated) return 'unknown';
  return is_slow ? 'slow' : 'up';
}
