import { RequestError } from '../contract/errors.ts';
import { formatHostPort } from '../contract/fields/host-port.ts';
import { alertTypes, isExpiryType, type PublicAlertType } from '../contract/names/alerts.ts';
import type { ShareLink, ShareLinkInput } from '../contract/share-links.ts';
import type { SharedHistory, SharedService, SharedWebsite } from '../contract/shares.ts';
import { defaults } from '../defaults.ts';
import { accessMessages } from '../texts/access.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { fakeStatusDetail } from './fake-figures.ts';
import { newerThan, refusedField } from './fake-rows.ts';
import { type FakeState, type FakeWebsite, minutesAgo, nextId } from './fake-state.ts';

const dayMs = 86_400_000;
const dayMinutes = 24 * 60;

export const shareHandlers = (state: FakeState): Pick<FakeHandlers, 'shareLinks' | 'shares'> => ({
  shareLinks: {
    list: ({ query: { before, limit, website_id } }) =>
      state.shareLinks
        .filter(({ id }) => before === undefined || id < before)
        .filter((link) => website_id === undefined || link.website_id === website_id)
        .slice(0, limit),
    get: ({ params }) => findLink(state, params.shareLinkId),
    create: ({ body }) => addShareLink(state, body),
    remove: ({ params }) => {
      const link = findLink(state, params.shareLinkId);
      if (link.revoked_at !== null) throw missing(link.id);
      Object.assign(link, { url: null, revoked_at: minutesAgo(0, state.now) });
      return null;
    },
  },
  shares: {
    get: ({ params, query }) => {
      const link = state.shareLinks.find(({ url }) => url?.endsWith(`/share/${params.link}`));
      const website = state.websites.find(({ id }) => id === link?.website_id);
      if (!link || !website || Date.parse(link.expires_at) <= state.now()) {
        throw new RequestError('notFound', accessMessages.shareLink.dead);
      }
      if (query.again !== 'true')
        Object.assign(link, { views: link.views + 1, last_used_at: minutesAgo(0, state.now) });
      return fakeShare(state, website, link, query.days);
    },
  },
});

const missing = (id: number): RequestError => new RequestError('notFound', accessMessages.shareLink.missing(id));

function findLink(state: FakeState, id: number): ShareLink {
  const found = state.shareLinks.find((link) => link.id === id);
  if (!found) throw missing(id);
  return found;
}

export function addShareLink(
  state: FakeState,
  {
    website_id,
    name,
    expires_days = defaults.shareLinkDays,
  }: Omit<ShareLinkInput, 'expires_days'> & { expires_days?: number },
): ShareLink {
  const website = state.websites.find(({ id }) => id === website_id);
  if (!website) throw refusedField('website_id', accessMessages.shareLink.noWebsite(website_id));
  const id = nextId(state);
  const expires = Math.floor(state.now() / 1000) + expires_days * (dayMs / 1000);
  const added = {
    id,
    website_id,
    website_name: website.name,
    name,
    url: `https://status.example.org/share/${id}.${expires}.${'f'.repeat(43)}`,
    created_at: minutesAgo(0, state.now),
    created_by: 'owner',
    expires_at: new Date(expires * 1000).toISOString(),
    last_used_at: null,
    views: 0,
    revoked_at: null,
  };
  state.shareLinks.unshift(added);
  return added;
}

const figuresOf = (uptime: number | null, time: number | null) => ({
  checks: uptime === null ? 0 : dayMinutes,
  uptime,
  p50_response_time: time,
  p95_response_time: time && time * 1.5,
});

function fakeShare(state: FakeState, website: FakeWebsite, link: ShareLink, days: number): SharedWebsite {
  const detail = fakeStatusDetail(state, website);
  const services = [...detail.urls, ...detail.network_monitors].map(serviceOf);
  const time = services.find(({ last_response_time }) => last_response_time !== null)?.last_response_time ?? null;
  const isInWindow = newerThan(state, days * 24);
  return {
    name: website.name,
    description: website.description,
    expires_at: link.expires_at,
    days,
    overall_status: detail.overall_status,
    ...(detail.maintenance ? { maintenance: detail.maintenance } : {}),
    uptime_7d: detail.uptime_7d,
    coverage_7d: detail.coverage_7d,
    figures: { ...figuresOf(detail.uptime_7d, time), p99_response_time: time && time * 2 },
    history: historyOf(state, days, time),
    services,
    alerts: detail.recent_incidents
      .filter((incident) => isInWindow(incident.time))
      .flatMap(({ type, message, time }) => (isPublicType(type) ? [{ type, message, time }] : [])),
  };
}

type DetailService = ReturnType<typeof fakeStatusDetail>['urls' | 'network_monitors'][number];

function serviceOf(service: DetailService): SharedService {
  const { id: _id, ...shared } = { metadata_tag: null, ...service };
  const isUrl = 'url' in service;
  return {
    ...shared,
    kind: isUrl ? 'URL' : service.monitor_type,
    name: isUrl ? (service.label ?? service.url) : service.name,
    target: isUrl ? (service.label === undefined ? null : service.url) : formatHostPort(service.host, service.port),
    figures: figuresOf(service.uptime_24h, service.last_response_time),
  };
}

function historyOf(state: FakeState, days: number, time: number | null): SharedHistory {
  if (time === null) return [];
  const widthMs = days <= defaults.shareHourlyDays ? dayMs / 24 : dayMs;
  const newest = Math.floor(state.now() / widthMs);
  return Array.from({ length: Math.min(365, Math.round((days * dayMs) / widthMs)) }, (_, back) => ({
    time: new Date((newest - back) * widthMs).toISOString(),
    ...figuresOf(back % 9 === 4 ? 97.5 : 100, time * (1 + 0.2 * Math.sin(back / 3))),
  })).reverse();
}

const isPublicType = (type: string): type is PublicAlertType =>
  alertTypes.some((known) => known === type && !isExpiryType(known));
