import type { FaultReason, ProbeOutcome } from '../../base/domain/check.ts';
import { ProxyError } from './dialing/proxies/proxy-errors.ts';

/** System error codes of a fault of this machine. All others concern the target. */
const faultByCode: Readonly<Record<string, { fault: FaultReason; text: string }>> = {
  EMFILE: { fault: 'file-descriptors', text: 'this process is out of file descriptors' },
  ENFILE: { fault: 'file-descriptors', text: 'this host is out of file descriptors' },
  EADDRNOTAVAIL: { fault: 'ports', text: 'this host has no free port or no address to connect from' },
  ENOBUFS: { fault: 'ports', text: 'this host has no buffer space for another connection' },
  ENOMEM: { fault: 'memory', text: 'this host is out of memory' },
  EAI_MEMORY: { fault: 'memory', text: 'this host is out of memory' },
  ENETUNREACH: { fault: 'no-route', text: 'this host has no route to the address' },
  ENETDOWN: { fault: 'no-route', text: 'the network of this host is down' },
  EPERM: { fault: 'no-route', text: 'this host does not permit the connection' },
  EACCES: { fault: 'no-route', text: 'this host does not permit the connection' },
};

/** Codes of an answer about the name. All others mean that nobody answered. */
const nameAnswers = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);

/** An error of Node or the system, with the used fields. */
export interface SystemError extends Error {
  code: string;
  syscall?: string;
  address?: string;
  port?: number;
  /** Whether this host has a route to the address; absent if not tested. */
  has_route?: boolean;
}

export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/**
 * Whether a lookup failed without an answer about the name. Then either the resolver or the name's own server is at
 * fault.
 */
export const isUnanswered = (error: unknown): boolean =>
  isSystemError(error) &&
  error.syscall === 'getaddrinfo' &&
  !nameAnswers.has(error.code) &&
  faultByCode[error.code] === undefined;

/** The most specific error of several attempts: one of the target before a fault of this machine. */
export function mostSpecificError(error: unknown): unknown {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return error;
  return error.errors.find((each) => faultOf(each) === null) ?? error.errors[0];
}

/** The fault of this machine in an error; null for an error of the target. An error without a code is a bug. */
export function faultOf(error: unknown): Extract<ProbeOutcome, { outcome: 'fault' }> | null {
  if (!isSystemError(error)) return fault('internal', error instanceof Error ? error.message : String(error));
  if (error instanceof ProxyError) return fault('proxy', error.message);
  if (error.code === 'ETLSFILES') return fault('internal', error.message);
  if (error.has_route === false) return fault('no-route', `this host has no route to the address (${error.code})`);
  if (error.has_route) return null;
  const known = faultByCode[error.code];
  if (known) return fault(known.fault, `${known.text} (${error.code})`);
  if (isUnanswered(error)) {
    return fault('resolver', `the DNS resolver of this host did not answer (${error.code})`);
  }
  if (error.code.startsWith('ERR_INVALID_') || error.code.startsWith('ERR_OUT_OF_')) {
    return fault('internal', error.message);
  }
  return null;
}

export const fault = (reason: FaultReason, message: string): Extract<ProbeOutcome, { outcome: 'fault' }> => ({
  outcome: 'fault',
  fault: reason,
  message,
});
