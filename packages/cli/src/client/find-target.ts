import type { ApiClient } from '@upvigil/core/client/api-client';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { mapConcurrently } from '@upvigil/core/limit-concurrency';
import type { Ref } from '../options/refs.ts';
import { type Candidate, idOfName, matching } from './find-by-name.ts';

// An id is used as it is: only a name costs requests, and a monitor's name fewer with its website: 'Shop/checkout'.

type Websites = Pick<ApiClient, 'websites'>;
type Monitors = Pick<ApiClient, 'websites' | 'urls' | 'networkMonitors' | 'heartbeats'>;
type Named = Readonly<{ id: number; name: string }>;

const toCandidate = ({ id, name }: Named): Candidate => ({ id, names: [name], shown: name });

/** @throws CommandError for an unknown or ambiguous name */
export async function websiteId(api: Websites, ref: Ref): Promise<number> {
  return typeof ref === 'number' ? ref : idOfName('website', (await api.websites.list()).map(toCandidate), ref);
}

/** @throws CommandError for an unknown or ambiguous name */
export async function websiteIds(api: Websites, refs: readonly Ref[]): Promise<number[]> {
  const hasName = refs.some((ref) => typeof ref === 'string');
  const all = hasName ? (await api.websites.list()).map(toCandidate) : [];
  const ids: number[] = [];
  for (const ref of refs) ids.push(typeof ref === 'number' ? ref : await idOfName('website', all, ref));
  return [...new Set(ids)];
}

/** The kind of monitor that a name may mean: one kind, or any of them. Their ids are distinct. */
type MonitorNoun = 'URL' | 'network monitor' | 'heartbeat' | 'monitor';

export const urlId = (api: Monitors, ref: Ref) => findMonitor(api, 'URL', ref);
export const networkMonitorId = (api: Monitors, ref: Ref) => findMonitor(api, 'network monitor', ref);
export const heartbeatId = (api: Monitors, ref: Ref) => findMonitor(api, 'heartbeat', ref);
export const monitorId = (api: Monitors, ref: Ref) => findMonitor(api, 'monitor', ref);

/** @throws CommandError for an unknown or ambiguous name */
export async function monitorIds(api: Monitors, refs: readonly Ref[]): Promise<number[]> {
  const ids: number[] = [];
  for (const ref of refs) ids.push(await monitorId(api, ref));
  return [...new Set(ids)];
}

async function findMonitor(api: Monitors, noun: MonitorNoun, ref: Ref): Promise<number> {
  if (typeof ref === 'number') return ref;
  const websites = await api.websites.list();
  const named = websites.filter(({ name }) => startsWithName(ref, name));
  const ofNamed = await loadCandidates(api, noun, named);
  if (matching(ofNamed, ref).length > 0) return idOfName(noun, ofNamed, ref);
  const rest = websites.filter((website) => !named.includes(website));
  return idOfName(noun, [...ofNamed, ...(await loadCandidates(api, noun, rest))], ref);
}

/** 'Shop/checkout' starts with the website 'Shop'; names may have slashes themselves. */
const startsWithName = (ref: string, name: string): boolean =>
  ref.toLowerCase().startsWith(`${name.trim().toLowerCase()}/`);

/** The server answers few requests at a time: more would only wait there. */
const requestsAtOnce = 4;

async function loadCandidates(api: Monitors, noun: MonitorNoun, websites: readonly Named[]): Promise<Candidate[]> {
  const lists = await mapConcurrently(websites, requestsAtOnce, async ({ id, name }) => {
    const request = { params: { websiteId: id } };
    const isWanted = (kind: MonitorNoun): boolean => noun === kind || noun === 'monitor';
    const urls = isWanted('URL') ? await api.urls.listByWebsite(request) : [];
    const monitors = isWanted('network monitor') ? await api.networkMonitors.listByWebsite(request) : [];
    const heartbeats = isWanted('heartbeat') ? await api.heartbeats.listByWebsite(request) : [];
    return [
      ...urls.map((url) => urlCandidate(name, url)),
      ...monitors.map((each) => serviceCandidate(name, each)),
      ...heartbeats.map((each) => heartbeatCandidate(name, each)),
    ];
  });
  return lists.flat();
}

function urlCandidate(website: string, { id, url, label }: UrlMonitor): Candidate {
  const shown = withoutCredentials(url);
  const path = shown.replace(/^https?:\/\/[^/]*/i, '');
  const labels = label === null ? [] : [`${website}/${label}`, label];
  return { id, names: [...labels, `${website}${path || '/'}`, shown, url], shown: `${website}: ${shown}` };
}

function serviceCandidate(website: string, { id, name, host, port }: NetworkMonitor): Candidate {
  const target = formatHostPort(host, port);
  return { id, names: [`${website}/${name}`, name, target], shown: `${website}: ${name}, ${target}` };
}

const heartbeatCandidate = (website: string, { id, name }: Named): Candidate => ({
  id,
  names: [`${website}/${name}`, name],
  shown: `${website}: ${name}`,
});
