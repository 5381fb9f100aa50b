import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import {
  type FakeData,
  fakeNow,
  makeNetworkCheck,
  makeUrlCheck,
  toDetail,
  toOverview,
  toStatistics,
  toStats,
  toWebsite,
} from './fake-data.ts';
import { fakePassword, fakeToken, type Handlers, Refusal } from './handlers.ts';

const found = <Item>(item: Item | undefined, what: string): Item => {
  if (item === undefined) throw new Refusal(404, `There is no ${what}`);
  return item;
};
const byId = <Item extends { id: number }>(items: readonly Item[], id: number, what: string): Item =>
  found(
    items.find((item) => item.id === id),
    `${what} ${id}`,
  );

/** What the fake server answers from its data. */
export const createHandlers = (data: FakeData): Handlers => ({
  ...readHandlers(data),
  ...checkHandlers(data),
  ...backupHandlers(data),
});

const readHandlers = (data: FakeData): Handlers => ({
  auth: {
    login: ({ body: { password } }) => {
      if (password !== fakePassword) throw new Refusal(401, 'Invalid password');
      return { access_token: fakeToken, token_type: 'bearer' };
    },
    logout: () => null,
  },
  branding: {
    get: () => ({ brand_type: 'text', brand_text: 'Fake Brand', logo_base64: null, logo_mime_type: null }),
  },
  settings: {
    getNotifications: () => defaultNotificationSettings,
  },
  dashboard: {
    stats: () => toStats(data),
    websiteStatistics: ({ params, query }) => {
      byId(data.websites, params.websiteId, 'website');
      return toStatistics(query.hours);
    },
  },
  publicStatus: {
    overview: () => toOverview(data),
    detail: ({ params }) => toDetail(data, byId(data.websites, params.websiteId, 'website')),
  },
  websites: {
    list: () => data.websites.map((website) => toWebsite(data, website)),
    get: ({ params }) => toWebsite(data, byId(data.websites, params.websiteId, 'website')),
  },
  alerts: {
    list: () => data.alerts,
    remove: ({ params }) => {
      byId(data.alerts, params.alertId, 'alert');
      data.alerts = data.alerts.filter(({ id }) => id !== params.alertId);
      return null;
    },
    clear: ({ query }) => {
      const before = fakeNow - query.older_than_days * 86_400_000;
      const kept = data.alerts.filter(({ created_at }) => Date.parse(created_at) > before);
      const deleted = data.alerts.length - kept.length;
      data.alerts = kept;
      return { deleted };
    },
  },
});

const checkHandlers = (data: FakeData): Handlers => ({
  urls: {
    listByWebsite: ({ params }) => data.urls.filter(({ website_id }) => website_id === params.websiteId),
    get: ({ params }) => byId(data.urls, params.urlId, 'URL'),
    check: ({ params }) => {
      const url = byId(data.urls, params.urlId, 'URL');
      return makeUrlCheck(url.id, url.last_check ?? {});
    },
  },
  networkMonitors: {
    listByWebsite: ({ params, query }) =>
      data.monitors.filter(
        ({ website_id, enabled }) => website_id === params.websiteId && (enabled || !query.enabled_only),
      ),
    get: ({ params }) => byId(data.monitors, params.monitorId, 'network monitor'),
    check: ({ params }) => {
      const monitor = byId(data.monitors, params.monitorId, 'network monitor');
      return makeNetworkCheck(monitor.id, monitor.last_check ?? {});
    },
  },
});

const backupHandlers = (data: FakeData): Handlers => ({
  backup: {
    create: ({ query }) => {
      const time = new Date(fakeNow + data.backups.length * 1000).toISOString();
      const backup = {
        name: `${query.name ?? 'upvigil'}_${time.replace(/[-:]|\.\d+/g, '')}.tar.gz`,
        size: 2048,
        created: time,
      };
      data.backups.unshift(backup);
      return backup;
    },
    list: () => ({ backups: data.backups }),
    restore: () => ({ message: 'Restored', restored: { websites: data.websites.length } }),
    remove: ({ params }) => {
      found(
        data.backups.find(({ name }) => name === params.name),
        `backup "${params.name}"`,
      );
      data.backups = data.backups.filter(({ name }) => name !== params.name);
      return null;
    },
    cleanup: ({ query }) => {
      const deleted = data.backups.splice(query.keep_count).map(({ name }) => name);
      return { deleted, kept: data.backups.length };
    },
  },
});
