import { failureText } from '../../checks/probe/failure-text.ts';
import { isSystemError, mostSpecificError } from '../../checks/probe/faults.ts';

/** Aborts an attempt to send. The message is the reason: 'no answer within 30 s'. */
export class SendAbortedError extends Error {
  override readonly name = 'SendAbortedError';
}

/** Why a connection to a provider failed. For an aborted attempt, the reason of the abort. */
export function failureReason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason.message;
  const specific = mostSpecificError(error);
  if (isSystemError(specific) && specific.code in plainCodes) return plainCodes[specific.code] ?? specific.message;
  return failureText(specific);
}

/** Texts for errors of Node's HTTP client; those for checks speak of a target. */
const plainCodes: Readonly<Record<string, string>> = {
  EPIPE: 'connection closed by the provider',
  ECONNRESET: 'connection closed before the answer was complete',
};
