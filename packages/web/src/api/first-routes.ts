import type { ApiContract } from '@upvigil/core/contract/contract';
import type { Endpoint, ResponseOf } from '@upvigil/core/contract/endpoint';

/** An entry of the contract without its schemas. `isList` is the only thing kept of them. */
type FirstRoute<E> = E extends Endpoint
  ? Pick<E, 'method' | 'path' | 'access'> &
      (E extends { transport: infer T } ? { transport: T } : unknown) & {
        isList: ResponseOf<E> extends readonly unknown[] ? true : false;
      }
  : never;
type FirstRoutes = { [G in keyof ApiContract]?: { [N in keyof ApiContract[G]]?: FirstRoute<ApiContract[G][N]> } };

/** The endpoints that pages begin with, without schemas, which are loaded later. The compiler compares it to the contract. */
export const firstRoutes = {
  dashboard: {
    stats: { method: 'GET', path: '/dashboard/stats', access: 'read', isList: false },
    websiteStatistics: { method: 'GET', path: '/public/statistics/:websiteId', access: 'read', isList: false },
  },
  websites: {
    list: { method: 'GET', path: '/websites/', access: 'read', isList: true },
    get: { method: 'GET', path: '/websites/:websiteId', access: 'read', isList: false },
  },
  urls: { listByWebsite: { method: 'GET', path: '/urls/website/:websiteId', access: 'read', isList: true } },
  networkMonitors: {
    listByWebsite: {
      method: 'GET',
      path: '/network/websites/:websiteId/network-monitors',
      access: 'read',
      isList: true,
    },
  },
  alerts: { list: { method: 'GET', path: '/alerts/', access: 'read', isList: true } },
  notices: { list: { method: 'GET', path: '/notices/', access: 'read', isList: true } },
  silences: { list: { method: 'GET', path: '/silences/', access: 'read', isList: true } },
  settings: { getNotifications: { method: 'GET', path: '/settings/notifications', access: 'admin', isList: false } },
  slack: { get: { method: 'GET', path: '/slack/websites/:websiteId/slack', access: 'read', isList: false } },
  branding: { get: { method: 'GET', path: '/branding/', access: 'public', isList: false } },
  backup: {
    list: { method: 'GET', path: '/backup/list', access: 'backup', isList: false },
    download: {
      method: 'GET',
      path: '/backup/download/:name',
      access: 'backup',
      transport: 'download',
      isList: false,
    },
  },
} as const satisfies FirstRoutes;
