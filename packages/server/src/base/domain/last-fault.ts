import { type LastFault, lastFaultSchema } from '@upvigil/core/contract/checks';
import { foreignText } from '@upvigil/core/format/foreign-text';
import type { FaultReason } from './check.ts';

/** A fault as a monitor's row holds it: JSON. `at`: milliseconds since the epoch. */
export const encodeLastFault = (reason: FaultReason, message: string, at: number): string =>
  JSON.stringify({
    reason,
    message: foreignText(message),
    at: new Date(at).toISOString(),
  } satisfies LastFault);

/** The fault that a monitor's row holds; null where it holds none, or none that can be read. */
export function decodeLastFault(text: string | null): LastFault | null {
  if (text === null) return null;
  try {
    return lastFaultSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
