import type { NetworkMonitor } from '../contract/network-monitors.ts';
import type { PublicMaintenance, PublicMark, ShownMaintenance } from '../contract/shown-maintenance.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import { urlName } from '../format/monitor-name.ts';
import { runState } from '../rules/maintenance-runs.ts';
import type { FakeRun, FakeState } from './fake-state.ts';

type Monitor = UrlMonitor | NetworkMonitor;
type Listed = Pick<Monitor, 'id' | 'website_id'>;
type Reader = 'everybody' | 'admin';

/** Adds the monitor's maintenance, if any. */
export const withMaintained = <T extends Listed>(state: FakeState, monitor: T): T => ({
  ...monitor,
  ...shown(ofMonitor(state, monitor, 'admin')),
});

/** Maintenance of a monitor by a current run. The fake ignores outages that are older than the run. */
export function ofMonitor(state: FakeState, { id, website_id }: Listed, reader: Reader): ShownMaintenance | undefined {
  const covering = state.runs.filter((run) => {
    const window = windowOf(state, run);
    return (
      stateOf(state, run) === 'in_progress' &&
      (window?.website_ids.includes(website_id) || window?.monitor_ids.includes(id))
    );
  });
  const last = covering.toSorted((one, other) => other.ends_at.localeCompare(one.ends_at))[0];
  const window = last && windowOf(state, last);
  if (!window) return undefined;
  return { title: window.public || reader === 'admin' ? window.title : null, until: last.ends_at };
}

/** Undefined if a monitor without maintenance is down. */
export function ofWebsite(state: FakeState, websiteId: number, reader: Reader): ShownMaintenance | undefined {
  const isOurs = (monitor: Monitor): boolean => monitor.website_id === websiteId && monitor.enabled;
  const down = [
    ...state.urls.filter((url) => isOurs(url) && url.last_check?.is_up === false),
    ...state.monitors.filter((monitor) => isOurs(monitor) && monitor.is_up === false),
  ];
  if (down.some((monitor) => ofMonitor(state, monitor, reader) === undefined)) return undefined;
  const maintained = [...state.urls, ...state.monitors]
    .filter(isOurs)
    .flatMap((monitor) => ofMonitor(state, monitor, reader) ?? []);
  return maintained.toSorted((one, other) => other.until.localeCompare(one.until))[0];
}

/** As an object to spread; empty without maintenance. */
export const shown = (maintenance: ShownMaintenance | undefined): { maintenance?: ShownMaintenance } =>
  maintenance ? { maintenance } : {};

/** Current and announced public runs by start; of one website, or of all. */
export const fakePublicMaintenances = (state: FakeState, websiteId?: number): PublicMaintenance[] =>
  state.runs
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    .flatMap((run) => publicRun(state, run) ?? [])
    .filter(({ website_ids, monitor_ids }) => {
      const monitors = [...state.urls, ...state.monitors].filter(({ id }) => monitor_ids.includes(id));
      const ids = [...website_ids, ...monitors.map(({ website_id }) => website_id)];
      return websiteId === undefined || ids.includes(websiteId);
    });

function publicRun(state: FakeState, run: FakeRun): PublicMaintenance | undefined {
  const window = windowOf(state, run);
  const now = stateOf(state, run);
  const isAnnounced = Date.parse(run.starts_at) - state.now() <= (window?.announce_hours ?? 0) * 3_600_000;
  if (!window?.public || now === 'completed' || !isAnnounced) return undefined;
  const { title, body, website_ids, monitor_ids } = window;
  const nameOf = (id: number): string => state.websites.find((website) => website.id === id)?.name ?? '';
  const urls = state.urls.filter(({ id }) => monitor_ids.includes(id));
  const monitors = state.monitors.filter(({ id }) => monitor_ids.includes(id));
  return {
    id: run.id,
    title,
    body,
    state: now,
    starts_at: run.starts_at,
    ends_at: run.ends_at,
    ...(run.updates ? { updates: run.updates.map((one) => ({ body: one.body, created_at: one.created_at })) } : {}),
    website_ids,
    monitor_ids,
    affected: [
      ...website_ids.map(nameOf),
      ...urls.map((url) => `${nameOf(url.website_id)}: ${urlName(url)}`),
      ...monitors.map(({ website_id, name }) => `${nameOf(website_id)}: ${name}`),
    ],
  };
}

/** Public marks of a website, and those of all websites, in the last 24 hours. */
export const fakePublicMarks = (state: FakeState, websiteId: number): PublicMark[] =>
  state.marks
    .filter((mark) => mark.public && (mark.website_id === null || mark.website_id === websiteId))
    .filter(({ at }) => Date.parse(at) > state.now() - 86_400_000)
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .map(({ label, at }) => ({ label, at }));

const windowOf = (state: FakeState, { window_id }: FakeRun) => state.windows.find(({ id }) => id === window_id);

const stateOf = (state: FakeState, { starts_at, ends_at }: FakeRun) =>
  runState({ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) }, state.now());
