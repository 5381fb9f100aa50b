import { RequestError } from '@upvigil/core/contract/errors';
import type { Database } from '../../storage/database.ts';
import { findMonitor, type MonitorWithCheck } from './monitor-store.ts';

/** @throws RequestError `notFound` if there is no such URL, or the id is a network monitor's */
export async function requireUrl(db: Database, id: number): Promise<MonitorWithCheck> {
  const found = await findMonitor(db, 'url', id);
  if (!found) throw unknownUrl(id);
  return found;
}

/** @throws RequestError `notFound` if there is no such network monitor, or the id is a URL's */
export async function requireNetworkMonitor(db: Database, id: number): Promise<MonitorWithCheck> {
  const found = await findMonitor(db, 'network', id);
  if (!found) throw unknownNetworkMonitor(id);
  return found;
}

export const unknownUrl = (id: number): RequestError => new RequestError('notFound', `There is no URL ${id}`);
export const unknownNetworkMonitor = (id: number): RequestError =>
  new RequestError('notFound', `There is no network monitor ${id}`);
export const unknownWebsite = (id: number): RequestError => new RequestError('notFound', `There is no website ${id}`);
