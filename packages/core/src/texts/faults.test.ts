import { expect, it } from 'vitest';
import { faultSentence, isTestFault, secretMissing, testFaultSentence } from './faults.ts';

const last_fault = { reason: 'no-route', message: 'this host has no route', at: '2026-11-20T12:00:00.000Z' };
const monitor = { enabled: true, last_check_time: '2026-11-20T11:59:00.000Z', last_fault };

it('gives the reason why a monitor cannot be checked, until its next check', () => {
  expect(faultSentence(monitor)).toBe('cannot be checked: this host has no route');
  expect(faultSentence({ ...monitor, last_check_time: null })).toBe('cannot be checked: this host has no route');
  expect(faultSentence({ ...monitor, last_check_time: '2026-11-20T12:00:05.000Z' })).toBeNull();
});

it('gives no reason for a disabled monitor, nor for one without a fault', () => {
  expect(faultSentence({ ...monitor, enabled: false })).toBeNull();
  expect(faultSentence({ ...monitor, last_fault: null })).toBeNull();
  expect(faultSentence({ enabled: true, last_check_time: null })).toBeNull();
});

it('gives the remedy for a secret that cannot be decrypted, regardless of earlier checks', () => {
  const sentence = `cannot be checked: ${secretMissing}`;
  expect(faultSentence({ ...monitor, secrets_missing: true })).toBe(sentence);
  expect(faultSentence({ enabled: true, last_check_time: null, secrets_missing: true })).toBe(sentence);
  expect(faultSentence({ ...monitor, enabled: false, secrets_missing: true })).toBeNull();
});

it('recognises a test without a result', () => {
  expect(isTestFault(testFaultSentence('this host has no route'))).toBe(true);
  expect(isTestFault('HTTP 503')).toBe(false);
});

it('gives the time since when a monitor is not checked, in place of the fault alone', () => {
  const not_checked = { since: '2026-11-20T12:04:00.000Z', reason: 'the proxy cannot be reached' };
  const timeText = (time: string): string => time.slice(11, 16);
  expect(faultSentence({ ...monitor, not_checked }, timeText)).toBe(
    'Not checked since 12:04: the proxy cannot be reached',
  );
  expect(faultSentence({ ...monitor, enabled: false, not_checked }, timeText)).toBeNull();
});
