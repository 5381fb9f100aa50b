import type { Website } from '@upvigil/core/contract/websites';
import { maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import type { StateBadge } from '@upvigil/core/status/url-state';
import { overviewBadge } from '@upvigil/core/status/website-status';
import type { PickRow } from '../../components/forms/pick-list.tsx';
import { compareNames } from '../../components/lists/compare-names.ts';
import type { Targets } from '../../monitors/use-target-names.ts';

/** A URL or network monitor in the list. */
export interface PickMonitor {
  id: number;
  website_id: number;
  website_name: string;
  name: string;
  badge: StateBadge;
}

interface PickRowsInput {
  websites: readonly Website[];
  /** Monitors of the opened websites by the website's id. */
  opened: ReadonlyMap<number, readonly PickMonitor[]>;
  /** Monitors that the search found. */
  found: readonly PickMonitor[];
  /** Monitors that were selected when the list was opened. */
  first: readonly { id: number; name: string }[];
  /** Websites that were selected when the list was opened. */
  firstWebsites: ReadonlySet<number>;
  targets: Targets;
  search: string;
  /** Whether monitors can be selected. */
  hasMonitors: boolean;
  /** State of 'All websites'. */
  all: PickRow['state'];
}

const allKey = 'all';
const problemTones: readonly string[] = ['down', 'warn'];

/** Rows of the list: 'All websites', the rows selected when it opened, then the other websites by name. */
export function pickRows(input: PickRowsInput): PickRow[] {
  const { websites, search, first, firstWebsites, targets, all } = input;
  const text = search.trim().toLowerCase();
  const sorted = [...websites].sort((a, b) => compareNames(a.name, b.name));
  if (text !== '') return foundRows(input, sorted, text);
  const websiteRows = (isFirst: boolean) =>
    sorted.filter(({ id }) => firstWebsites.has(id) === isFirst).flatMap((website) => rowsOfWebsite(input, website));
  return [
    ...(websites.length === 0 ? [] : [{ key: allKey, label: 'All websites', state: all }]),
    ...websiteRows(true),
    ...first.map(({ id, name }) => ({
      key: monitorKey(id),
      label: name,
      state: stateOf(targets.monitor_ids.includes(id)),
    })),
    ...websiteRows(false),
  ];
}

function foundRows(input: PickRowsInput, sorted: readonly Website[], text: string): PickRow[] {
  const { opened, found, targets } = input;
  const matches = (name: string) => name.toLowerCase().includes(text);
  const ofWebsites = sorted.flatMap((website) => {
    if (matches(website.name)) return rowsOfWebsite(input, website);
    const monitors = (opened.get(website.id) ?? []).filter(({ name }) => matches(name));
    return monitors.map((monitor) => rowOfMonitor(monitor, website.name, targets));
  });
  const listed = new Set(ofWebsites.map(({ key }) => key));
  const others = found.filter(({ id }) => !listed.has(monitorKey(id)));
  return [...ofWebsites, ...others.map((one) => rowOfMonitor(one, one.website_name, targets))];
}

function rowsOfWebsite({ opened, targets, hasMonitors }: PickRowsInput, website: Website): PickRow[] {
  const { id, name, url_count, network_monitor_count } = website;
  const monitors = opened.get(id);
  const isSelected = targets.website_ids.includes(id);
  const hasSome = monitors?.some((monitor) => targets.monitor_ids.includes(monitor.id)) ?? false;
  const row: PickRow = {
    key: websiteKey(id),
    label: name,
    mark: problemOf(website.maintenance ? maintenanceBadge() : overviewBadge(website.status)),
    state: isSelected ? 'on' : hasSome ? 'mixed' : 'off',
    isOpen: hasMonitors && url_count + network_monitor_count > 0 ? monitors !== undefined : undefined,
  };
  return [row, ...(monitors ?? []).map((monitor) => rowOfMonitor(monitor, name, targets))];
}

function rowOfMonitor({ id, website_id, name, badge }: PickMonitor, parent: string, targets: Targets): PickRow {
  const isIncluded = targets.website_ids.includes(website_id);
  return {
    key: monitorKey(id),
    label: name,
    parent,
    mark: problemOf(badge),
    state: stateOf(isIncluded || targets.monitor_ids.includes(id)),
    isIncluded,
  };
}

const stateOf = (isOn: boolean): PickRow['state'] => (isOn ? 'on' : 'off');

/** Undefined without a problem: a mark on every row would hide the few that matter. */
const problemOf = (badge: NonNullable<PickRow['mark']>): PickRow['mark'] =>
  badge.tone === 'info' || problemTones.includes(badge.tone) ? badge : undefined;

const websiteKey = (id: number): string => `website ${id}`;
const monitorKey = (id: number): string => `monitor ${id}`;

/** Targets after a row was selected or cleared. `emptyMeansAll`: without a selection, all websites are meant. */
export function withSelected(
  targets: Targets,
  { key, isOn }: { key: string; isOn: boolean },
  { websites, opened, emptyMeansAll }: Pick<PickRowsInput, 'websites' | 'opened'> & { emptyMeansAll: boolean },
): Targets {
  if (key === allKey) {
    const isEvery = isOn && !emptyMeansAll;
    return { website_ids: isEvery ? websites.map(({ id }) => id) : [], monitor_ids: [] };
  }
  const [kind, text] = key.split(' ');
  const id = Number(text);
  const change = (ids: readonly number[]) => [...ids.filter((each) => each !== id), ...(isOn ? [id] : [])];
  if (kind === 'monitor') return { ...targets, monitor_ids: change(targets.monitor_ids) };
  // A selected website includes its monitors.
  const included = new Set(isOn ? opened.get(id)?.map((monitor) => monitor.id) : []);
  return {
    website_ids: change(targets.website_ids),
    monitor_ids: targets.monitor_ids.filter((monitor) => !included.has(monitor)),
  };
}

/** State of 'All websites'. */
export function allState(
  { website_ids, monitor_ids }: Targets,
  count: number,
  emptyMeansAll: boolean,
): PickRow['state'] {
  const isEmpty = website_ids.length + monitor_ids.length === 0;
  if (emptyMeansAll) return stateOf(isEmpty);
  if (isEmpty) return 'off';
  return website_ids.length >= count ? 'on' : 'mixed';
}
