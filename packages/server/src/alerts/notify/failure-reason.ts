import { failureText } from '../../checks/probe/failure-text.ts';
import { isSystemError, mostSpecificError } from '../../checks/probe/faults.ts';

/** Ends an attempt to send. The message says why in words: 'no answer within 30 s'. */
export class SendAbortedError extends Error {
  override readonly name = 'SendAbortedError';
}

/** Why a connection to a provider failed, in words. For an aborted attempt, the reason of the abort. */
export function failureReason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason.message;
  const specific = mostSpecificError(error);
  if (isSystemError(specific) && specific.code in plainCodes) return plainCodes[specific.code] ?? specific.message;
  return failureText(specific);
}

/** Errors of Node's HTTP client, in words about a provider: the words for checks speak of a target. */
const plainCodes: Readonly<Record<string, string>> = {
  EPIPE: 'connection closed by the provider',
  ECONNRESET: 'connection closed before the answer was complete',
};
