import { queryOptions } from '@tanstack/react-query';
import type { AuditEvent } from '@upvigil/core/contract/audit';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Empty values match all events. */
export interface AuditFilters {
  /** Length of the period in hours. */
  hours: number;
  actor: string;
  action: string;
  target: string;
}

export const noFilters: AuditFilters = { hours: defaults.hours.audit, actor: '', action: '', target: '' };

/** The newest events, or the newest ones before an event. */
export const readAudit = async (filters: AuditFilters, before?: number, signal?: AbortSignal): Promise<AuditEvent[]> =>
  (await api()).audit.list({
    query: {
      hours: filters.hours,
      actor: filters.actor || undefined,
      action: filters.action || undefined,
      target: filters.target || undefined,
      before,
    },
    ...(signal ? { signal } : {}),
  });

/**
 * Loaded once for each visit: newly arriving events would leave a gap before the older ones that are already loaded.
 */
export const newestEvents = (filters: AuditFilters) =>
  queryOptions({
    queryKey: ['access', 'audit', filters],
    queryFn: ({ signal }) => readAudit(filters, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
