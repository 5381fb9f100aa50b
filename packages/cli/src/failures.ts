import type { ServerUnreachableError } from '@upvigil/core/contract/errors';
import { stripControls } from '@upvigil/core/format/foreign-text';

/** A failure that a person can remove. The message is one sentence that says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** An option or argument that the command does not take. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The answer to a question was no. */
export class DeclinedError extends Error {
  override readonly name = 'DeclinedError';
}

/** No token, or the server does not accept it. */
export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError';
}

/** Errors of other packages, recognised by name: bundle and server load different copies of their classes. */
const withOwnSentence = new Set([
  'CommandError',
  'UsageError',
  'DeclinedError',
  'NotSignedInError',
  'ApiError',
  'UnexpectedAnswerError',
  'InvalidBackupError',
  'StartError',
  'ConfigError',
  'StorageError',
]);

/** One line for a person, without control characters. */
export function failureSentence(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${stripControls(String(error))}`;
  if (error.name === 'ServerUnreachableError') return unreachableSentence(error as ServerUnreachableError);
  const sentence = stripControls(error.message);
  if (withOwnSentence.has(error.name) || 'code' in error) return sentence;
  return `${error.name}: ${sentence}`;
}

function unreachableSentence(error: Error): string {
  const reason = reasonOf(error);
  return `${stripControls(error.message)}${reason ? ` (${reason})` : ''}. Is the server running? Another address: --server or UPVIGIL_SERVER`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ETIMEDOUT: 'timed out',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate of an unknown authority: set NODE_EXTRA_CA_CERTS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate: set NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate of an unknown authority: set NODE_EXTRA_CA_CERTS',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate of an unknown authority: set NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'certificate expired',
};

/** The text for the error code or timeout of an error or its causes; null if there is none. */
export function reasonOf(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if (cause.name === 'TimeoutError') return 'timed out';
    if (cause.name === 'CommandError') return stripControls(cause.message);
    const reason = 'code' in cause ? reasons[String(cause.code)] : undefined;
    if (reason) return reason;
  }
  return null;
}
