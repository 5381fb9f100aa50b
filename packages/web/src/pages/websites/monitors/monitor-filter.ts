import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ListedMonitor, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { type ListedState, listedStates } from '@upvigil/core/contract/names/states';
import { defaults } from '@upvigil/core/defaults';

/** Parameters of the address besides the search, with their defaults. */
export const monitorFacets = { tag: '', kind: '', state: '', website: '', interval: '' };

/** Values of the same names. */
type FacetValues = Record<keyof typeof monitorFacets, string>;

export const listedKinds: readonly ListedMonitor['kind'][] = ['URL', ...networkMonitorTypes, 'HEARTBEAT'];

export const monitorSorts: readonly { value: MonitorOrder; label: string }[] = [
  { value: 'problems', label: 'Issues first' },
  { value: 'name', label: 'Name' },
  { value: 'slowest', label: 'Slowest first' },
];

export const orderOf = (sort: string): MonitorOrder =>
  monitorSorts.find(({ value }) => value === sort)?.value ?? 'problems';

const usualIntervals = [...defaults.intervalPresetSeconds, 3600, 86_400] as const;

const stateOf = (text: string): ListedState | undefined => listedStates.find((state) => state === text);

const numberOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** Filter of the API. Drops values that it does not know, so that an old link still works. */
export function filterOf(search: string, { tag, kind, state, website, interval }: FacetValues): MonitorFilter {
  const q = search.trim();
  const knownKind = listedKinds.find((each) => each === kind);
  const knownState = stateOf(state);
  const websiteId = numberOf(website);
  const seconds = numberOf(interval);
  return {
    ...(q ? { q } : {}),
    ...(tag ? { tag } : {}),
    ...(knownKind ? { kind: knownKind } : {}),
    ...(knownState ? { state: knownState } : {}),
    ...(websiteId ? { website_id: websiteId } : {}),
    ...(seconds ? { check_interval: seconds } : {}),
  };
}

/** In seconds: usual intervals, and the selected one. */
export const listedIntervals = (selected: string): number[] =>
  [...new Set([...usualIntervals, numberOf(selected) ?? usualIntervals[0]])].sort((a, b) => a - b);

/** The terms of a tag filter: 'env:', '!owner:'. */
export const termsOf = (tag: string): string[] =>
  tag
    .split(',')
    .map((term) => term.trim())
    .filter(Boolean);

export const withTerm = (tag: string, term: string): string => [...new Set([...termsOf(tag), term])].join(',');

export const withoutTerm = (tag: string, term: string): string =>
  termsOf(tag)
    .filter((other) => other !== term)
    .join(',');

/** 'env:', 'without owner:' */
export const termLabel = (term: string): string => (term.startsWith('!') ? `without ${term.slice(1)}` : term);

/** The prefixes of tags: 'env:'. */
export const tagPrefixes = (tags: readonly string[]): string[] => [
  ...new Set(
    tags.map((tag) => tag.slice(0, tag.indexOf(':') + 1)).filter((prefix, at) => prefix && prefix !== tags[at]),
  ),
];
