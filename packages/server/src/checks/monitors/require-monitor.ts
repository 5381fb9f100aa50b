import { RequestError } from '@upvigil/core/contract/errors';
import type { Database } from '../../storage/database.ts';
import { findMonitor, type MonitorWithCheck } from './monitor-store.ts';

/** The URL of this id. @throws RequestError `notFound` when there is none, also for a network monitor's id */
export async function requireUrl(db: Database, id: number): Promise<MonitorWithCheck> {
  const found = await findMonitor(db, 'url', id);
  if (!found) throw unknownUrl(id);
  return found;
}

/** The network monitor of this id. @throws RequestError `notFound` when there is none, also for a URL's id */
export async function requireNetworkMonitor(db: Database, id: number): Promise<MonitorWithCheck> {
  const found = await findMonitor(db, 'network', id);
  if (!found) throw unknownNetworkMonitor(id);
  return found;
}

export const unknownUrl = (id: number): RequestError => new RequestError('notFound', `There is no URL ${id}`);
export const unknownNetworkMonitor = (id: number): RequestError =>
  new RequestError('notFound', `There is no network monitor ${id}`);
export const unknownWebsite = (id: number): RequestError => new RequestError('notFound', `There is no website ${id}`);
