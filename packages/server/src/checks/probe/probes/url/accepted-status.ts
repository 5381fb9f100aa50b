import { parseAcceptedStatus, type RequestOptions } from '@upvigil/core/contract/check-options/request';
import { switchingProtocols } from '../../http1/receive-answer.ts';

/** Why a status is not accepted, in words; null if it is. */
export function statusProblem(status: number, request: RequestOptions | undefined): string | null {
  if (status === switchingProtocols) return `HTTP ${status}: switched to a protocol nobody asked for`;
  if (!request) return status < 200 || status > 399 ? `HTTP ${status}` : null;
  const ranges = parseAcceptedStatus(request.accepted_status) ?? [];
  // Regardless of the stored ranges: 5xx is DOWN by the specification.
  if (status < 500 && ranges.some(({ from, to }) => from <= status && status <= to)) return null;
  return status >= 200 && status <= 399
    ? `HTTP ${status}, but ${request.accepted_status} is accepted`
    : `HTTP ${status}`;
}
