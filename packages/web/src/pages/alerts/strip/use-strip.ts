import { useQuery } from '@tanstack/react-query';
import type { Notice } from '@upvigil/core/contract/notices';
import type { Silence } from '@upvigil/core/contract/silences';
import { useEffect, useState } from 'react';
import * as queries from '../../../alerting/silence-queries.ts';

export interface Strip {
  /** Active notices first. */
  notices: readonly Notice[];
  silences: readonly Silence[];
}

const longestWaitMs = 1_000;

/** Notices and silences. `isSettled`: loaded, failed or late. */
export function useStrip(): Strip & { isSettled: boolean } {
  const notices = useQuery(queries.notices());
  const silences = useQuery(queries.silences());
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, []);
  const lastsFirst = (one: Notice, other: Notice) => Number(one.ended_at !== null) - Number(other.ended_at !== null);
  return {
    notices: (notices.data ?? []).toSorted(lastsFirst),
    silences: silences.data ?? [],
    isSettled: isLate || (!notices.isLoading && !silences.isLoading),
  };
}
