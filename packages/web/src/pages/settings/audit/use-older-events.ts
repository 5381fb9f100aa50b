import type { AuditEvent } from '@upvigil/core/contract/audit';
import { defaults } from '@upvigil/core/defaults';
import { useState } from 'react';
import { failureText } from '../../../api/failure-text.ts';
import { type AuditFilters, readAudit } from './audit-queries.ts';

export interface OlderEvents {
  /** Those that were given and those that were read since. */
  events: readonly AuditEvent[];
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last read failed. */
  failure: string | null;
  showMore: () => Promise<void>;
}

/** Reads on after the newest events, so many at a time. */
export function useOlderEvents(newest: readonly AuditEvent[], filters: AuditFilters): OlderEvents {
  const [older, setOlder] = useState<readonly AuditEvent[]>([]);
  const [hasMore, setMore] = useState(newest.length >= defaults.auditLimit);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const events = [...newest, ...older];
  const showMore = async () => {
    setLoading(true);
    setFailure(null);
    try {
      const read = await readAudit(filters, events.at(-1)?.id);
      setOlder([...older, ...read]);
      setMore(read.length >= defaults.auditLimit);
    } catch (error) {
      setFailure(failureText(error));
    }
    setLoading(false);
  };
  return { events, hasMore, isLoading, failure, showMore };
}
