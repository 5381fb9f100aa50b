import { expect, it } from 'vitest';
import { faultSentence, isTestFault, secretMissing, testFaultSentence } from './faults.ts';

const last_fault = { reason: 'no-route', message: 'this host has no route', at: '2026-11-20T12:00:00.000Z' };
const monitor = { enabled: true, last_check_time: '2026-11-20T11:59:00.000Z', last_fault };

it('says why a monitor cannot be checked, until it was checked again', () => {
  expect(faultSentence(monitor)).toBe('cannot be checked: this host has no route');
  expect(faultSentence({ ...monitor, last_check_time: null })).toBe('cannot be checked: this host has no route');
  expect(faultSentence({ ...monitor, last_check_time: '2026-11-20T12:00:05.000Z' })).toBeNull();
});

it('says nothing of a monitor that nobody wants checked, or that never had a fault', () => {
  expect(faultSentence({ ...monitor, enabled: false })).toBeNull();
  expect(faultSentence({ ...monitor, last_fault: null })).toBeNull();
  expect(faultSentence({ enabled: true, last_check_time: null })).toBeNull();
});

it('says at once of a secret that cannot be opened what to do, whatever was seen before', () => {
  const sentence = `cannot be checked: ${secretMissing}`;
  expect(faultSentence({ ...monitor, secrets_missing: true })).toBe(sentence);
  expect(faultSentence({ enabled: true, last_check_time: null, secrets_missing: true })).toBe(sentence);
  expect(faultSentence({ ...monitor, enabled: false, secrets_missing: true })).toBeNull();
});

it('knows a test that says nothing of its target', () => {
  expect(isTestFault(testFaultSentence('this host has no route'))).toBe(true);
  expect(isTestFault('HTTP 503')).toBe(false);
});

it('says since when a monitor is not checked, in place of the fault alone', () => {
  const not_checked = { since: '2026-11-20T12:04:00.000Z', reason: 'the proxy cannot be reached' };
  const timeText = (time: string): string => time.slice(11, 16);
  expect(faultSentence({ ...monitor, not_checked }, timeText)).toBe(
    'Not checked since 12:04: the proxy cannot be reached',
  );
  expect(faultSentence({ ...monitor, enabled: false, not_checked }, timeText)).toBeNull();
});
