import { describe, expect, it } from 'vitest';
import { outcomeOfError, timeoutText } from './failure-text.ts';
import { faultOf } from './faults.ts';

const systemError = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}) });

describe('the text of an error', () => {
  it.each([
    ['ECONNREFUSED', 'connect', 'connection refused'],
    ['ECONNRESET', 'read', 'connection reset'],
    ['ECONNRESET', undefined, 'connection closed before the answer was complete'],
    ['ENOTFOUND', 'getaddrinfo', 'DNS name not found'],
    ['EHOSTUNREACH', 'connect', 'host unreachable'],
    ['HPE_INVALID_CONSTANT', undefined, 'answer is not valid HTTP'],
    ['HPE_HEADER_OVERFLOW', undefined, 'answer headers are too large'],
    ['EHEADTOOLARGE', undefined, 'answer headers are too large'],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'read',
      'TLS handshake failed: the target sent the alert "protocol version"',
    ],
    ['ERR_SSL_NO_PROTOCOLS_AVAILABLE', undefined, 'TLS handshake failed: no protocols available'],
    ['EWHATEVER', 'connect', 'connection failed (EWHATEVER)'],
  ])('%s of %s: %s', (code, syscall, reason) => {
    expect(outcomeOfError(systemError(code, syscall))).toMatchObject({ outcome: 'down', reason });
  });

  it.each([
    ['EMFILE', 'connect', 'file-descriptors'],
    ['ENFILE', 'socket', 'file-descriptors'],
    ['EADDRNOTAVAIL', 'connect', 'ports'],
    ['ENOBUFS', 'connect', 'ports'],
    ['ENOMEM', 'connect', 'memory'],
    ['ENETUNREACH', 'connect', 'no-route'],
    ['EAI_AGAIN', 'getaddrinfo', 'resolver'],
    ['EAI_FAIL', 'getaddrinfo', 'resolver'],
    ['ECONNREFUSED', 'getaddrinfo', 'resolver'],
  ])('%s of %s is a fault of this machine: %s', (code, syscall, fault) => {
    expect(outcomeOfError(systemError(code, syscall))).toMatchObject({ outcome: 'fault', fault });
  });

  it.each([
    ['ENETUNREACH', 'network unreachable: a router on the way has no route'],
    ['EACCES', 'a router on the way does not permit the connection'],
    ['EHOSTUNREACH', 'host unreachable'],
  ])('%s of a router on the way: %s', (code, reason) => {
    const error = systemError(code, 'connect');
    expect(outcomeOfError(Object.assign(error, { has_route: true }))).toMatchObject({ outcome: 'down', reason });
    expect(outcomeOfError(Object.assign(error, { has_route: false }))).toMatchObject({ fault: 'no-route' });
  });

  it('treats a bug as a fault, not as an outage', () => {
    expect(outcomeOfError(new TypeError('x is not a function'))).toMatchObject({ outcome: 'fault', fault: 'internal' });
    expect(faultOf('thrown text')).toMatchObject({ fault: 'internal', message: 'thrown text' });
  });

  it('names the answer of the target after several attempts', () => {
    const attempts = new AggregateError([
      systemError('ENETUNREACH', 'connect'),
      systemError('ECONNREFUSED', 'connect'),
    ]);

    expect(outcomeOfError(attempts)).toMatchObject({ outcome: 'down', reason: 'connection refused' });
  });

  it('names the time and the step of a time-out', () => {
    expect(timeoutText(10, 'connecting')).toBe('timed out after 10 s while connecting');
  });
});
