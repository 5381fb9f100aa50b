import { describe, expect, it } from 'vitest';
import { faultOf, isUnanswered, mostSpecificError } from './faults.ts';

const failed = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`failed: ${code}`), { code, ...more });
const lookUp = (code: string): Error => failed(code, { syscall: 'getaddrinfo' });

describe('the cause of an error', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'CERT_HAS_EXPIRED'])(
    '%s is the target',
    (code) => {
      expect(faultOf(failed(code))).toBeNull();
    },
  );

  it.each([
    ['EMFILE', 'file-descriptors'],
    ['EADDRNOTAVAIL', 'ports'],
    ['ENOMEM', 'memory'],
    ['ENETUNREACH', 'no-route'],
    ['ERR_INVALID_URL', 'internal'],
    ['ERR_OUT_OF_RANGE', 'internal'],
  ])('%s is this machine: %s', (code, reason) => {
    expect(faultOf(failed(code))).toMatchObject({ outcome: 'fault', fault: reason });
  });

  it('depends on whether this host has a route, if tested', () => {
    expect(faultOf(failed('EHOSTUNREACH', { has_route: false }))?.fault).toBe('no-route');
    expect(faultOf(failed('ENETUNREACH', { has_route: true }))).toBeNull();
  });

  it('is this machine if nobody answered about a name, the target if the name was denied', () => {
    expect(faultOf(lookUp('EAI_AGAIN'))?.fault).toBe('resolver');
    expect([faultOf(lookUp('ENOTFOUND')), faultOf(lookUp('ENODATA'))]).toEqual([null, null]);
    expect([lookUp('EAI_AGAIN'), lookUp('ENOTFOUND'), lookUp('EMFILE'), failed('EAI_AGAIN')].map(isUnanswered)).toEqual(
      [true, false, false, false],
    );
  });

  it('is a bug without a code', () => {
    expect(faultOf(new Error('no such property'))).toEqual({
      outcome: 'fault',
      fault: 'internal',
      message: 'no such property',
    });
    expect(faultOf('text')?.message).toBe('text');
  });
});

it('is the target if one of several attempts was answered', () => {
  const [ours, theirs, later] = [failed('ENETUNREACH'), failed('ECONNREFUSED'), failed('ETIMEDOUT')];
  expect(mostSpecificError(new AggregateError([ours, theirs, later]))).toBe(theirs);
  expect(mostSpecificError(new AggregateError([ours]))).toBe(ours);
  const none = new AggregateError([]);
  expect(mostSpecificError(none)).toBe(none);
});
