import { expect, it } from 'vitest';
import type { FaultReason } from './check.ts';
import { decodeLastFault, encodeLastFault, encodeNextFault, readFaultSeries } from './last-fault.ts';

const began = Date.UTC(2026, 10, 23, 12);
const second = 1000;
const minute = 60 * second;

interface Row {
  check_interval_seconds: number;
  last_check_time: number | null;
  last_fault: string | null;
}
const row = (given: Partial<Row> = {}): Row => ({
  check_interval_seconds: 60,
  last_check_time: began - minute,
  last_fault: null,
  ...given,
});
/** The row after faults at these times after the beginning. */
function afterFaults(times: readonly number[], first = row(), reason: FaultReason = 'proxy'): Row {
  const faulty = { ...first };
  for (const time of times) {
    const fault = { reason, message: 'the proxy cannot be reached', at: began + time };
    faulty.last_fault = encodeNextFault(faulty, fault);
  }
  return faulty;
}
const observed = (given: Row) => readFaultSeries(given)?.observed_ms;

it('counts the time from the first fault to the last, and says in the API only the last', () => {
  const faulty = afterFaults([0, minute, 2 * minute]);
  expect(readFaultSeries(faulty)).toEqual({
    reason: 'proxy',
    first_at: began,
    last_at: began + 2 * minute,
    observed_ms: 2 * minute,
  });
  const at = new Date(began + 2 * minute).toISOString();
  expect(decodeLastFault(faulty.last_fault)).toEqual({ reason: 'proxy', message: 'the proxy cannot be reached', at });
});

it('starts again after a check between faults, also when the check is stored late', () => {
  const faulty = afterFaults([0, minute, 2 * minute]);
  const checked = { ...faulty, last_check_time: began + 90 * second };
  expect(observed(checked)).toBeUndefined();
  expect(observed(afterFaults([3 * minute], checked))).toBe(0);
});

it('does not count the time in which Upvigil was stopped', () => {
  const stopped = afterFaults([0, minute, 61 * minute]);
  expect(observed(stopped)).toBe(minute + minute + 150 * second);
  const hourly = row({ check_interval_seconds: 3600 });
  expect(observed(afterFaults([0, 60 * minute, 120 * minute], hourly))).toBe(120 * minute);
});

it('does not count the time in which Upvigil was offline', () => {
  const online = afterFaults([0, minute]);
  const offline = afterFaults([2 * minute, 3 * minute, 62 * minute], online, 'offline');
  expect(observed(offline)).toBe(minute);
  expect(observed(afterFaults([63 * minute, 64 * minute], offline))).toBe(2 * minute);
});

it('counts nothing twice after the clock was set back', () => {
  const back = afterFaults([10 * minute, 11 * minute, 0, minute]);
  expect(readFaultSeries(back)).toMatchObject({ first_at: began, last_at: began + minute, observed_ms: 2 * minute });
});

it('continues from a fault that an earlier version stored', () => {
  const { reason, message, at } = decodeLastFault(encodeLastFault('proxy', 'gone', began)) ?? {};
  const earlier = row({ last_fault: JSON.stringify({ reason, message, at }) });
  expect(readFaultSeries(earlier)).toMatchObject({ first_at: began, observed_ms: 0 });
  expect(observed(afterFaults([minute], earlier))).toBe(minute);
  expect(readFaultSeries(row({ last_fault: 'unreadable' }))).toBeNull();
});
