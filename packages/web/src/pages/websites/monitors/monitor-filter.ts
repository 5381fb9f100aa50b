import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ListedMonitor, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { type ListedState, listedStates } from '@upvigil/core/contract/names/states';

/** Parameters of the address besides the search, with their defaults. */
export const monitorFacets = { tag: '', kind: '', state: '', website: '' };

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

const stateOf = (text: string): ListedState | undefined => listedStates.find((state) => state === text);

/** Filter of the API. Drops values that it does not know, so that an old link still works. */
export function filterOf(search: string, { tag, kind, state, website }: FacetValues): MonitorFilter {
  const q = search.trim();
  const knownKind = listedKinds.find((each) => each === kind);
  const knownState = stateOf(state);
  const websiteId = Number(website);
  return {
    ...(q ? { q } : {}),
    ...(tag ? { tag } : {}),
    ...(knownKind ? { kind: knownKind } : {}),
    ...(knownState ? { state: knownState } : {}),
    ...(Number.isSafeInteger(websiteId) && websiteId > 0 ? { website_id: websiteId } : {}),
  };
}

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
