import { queryOptions } from '@tanstack/react-query';
import type { AuditEvent } from '@upvigil/core/contract/audit';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Which events are wanted; empty: any. */
export interface AuditFilters {
  /** How far back. */
  hours: number;
  actor: string;
  action: string;
  target: string;
}

export const noFilters: AuditFilters = { hours: defaults.hours.audit, actor: '', action: '', target: '' };

/** The newest events, or the newest of those before one. */
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

/** Read once each time it is looked at: what comes in between would tear a gap above the older ones that were read since. */
export const newestEvents = (filters: AuditFilters) =>
  queryOptions({
    queryKey: ['access', 'audit', filters],
    queryFn: ({ signal }) => readAudit(filters, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
