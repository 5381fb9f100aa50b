import { type LastFault, lastFaultSchema } from '@upvigil/core/contract/checks';
import { foreignText } from '@upvigil/core/format/foreign-text';
import type { FaultReason } from './check.ts';

/** The JSON in a monitor's row. `at`: milliseconds since the epoch. */
export const encodeLastFault = (reason: FaultReason, message: string, at: number): string =>
  JSON.stringify({
    reason,
    message: foreignText(message),
    at: new Date(at).toISOString(),
  } satisfies LastFault);

/** Null if the row has no fault or an unreadable one. */
export function decodeLastFault(text: string | null): LastFault | null {
  if (text === null) return null;
  try {
    return lastFaultSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
