import { describe, expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { type Ancestor, awaitedChecks, parentReason, recoveryReason } from './parent-reason.ts';

const router: Ancestor = {
  id: 1,
  name: 'Router',
  kind: 'ICMP_PING',
  enabled: 1,
  is_up: 1,
  last_check_time: testNow - 60_000,
};
const down = { ...router, is_up: 0 } as const;
const outage = { problem: 'outage', began_at: testNow - 5_000, created_at: testNow } as const;
const isDown = { notify: 'later', at: testNow + 300_000, reason: 'parent "Router" is down' };
const waits = { notify: 'later', at: testNow + 30_000, reason: 'waits for a check of the parent "Router"' };

describe('a problem of a monitor with ancestors', () => {
  it('waits while the newest check of any of them failed, also that of a heartbeat', () => {
    expect(parentReason(outage, [router, { ...down, name: 'Core' }], testNow)).toEqual({
      ...isDown,
      reason: 'parent "Core" is down',
    });
    expect(parentReason(outage, [{ ...down, kind: 'HEARTBEAT' }], testNow)).toEqual(isDown);
    expect(parentReason({ ...outage, problem: 'slow' }, [down], testNow)).toEqual(isDown);
    expect(parentReason({ ...outage, problem: 'certificate' }, [down], testNow)).toBeNull();
  });

  it('waits until each was checked since it began, 30 s at most', () => {
    expect(parentReason(outage, [router], testNow)).toEqual(waits);
    expect(parentReason(outage, [router], testNow + 29_999)).not.toBeNull();
    expect(parentReason(outage, [router], testNow + 30_000)).toBeNull();
    expect(parentReason(outage, [{ ...router, last_check_time: testNow - 5_000 }], testNow)).toBeNull();
    expect(parentReason({ ...outage, problem: 'slow' }, [router], testNow)).toBeNull();
  });

  it('does not wait for one that is disabled or without a result, nor for the check of a heartbeat', () => {
    const others: Ancestor[] = [
      { ...down, enabled: 0 },
      { ...router, is_up: null, last_check_time: null },
      { ...router, kind: 'HEARTBEAT' },
    ];
    expect(parentReason(outage, others, testNow)).toBeNull();
  });

  it('does not wait for hours when the clock was set back', () => {
    expect(parentReason(outage, [router], testNow - 3_600_000)).toBeNull();
  });
});

describe('a problem that was deferred because of a parent', () => {
  const deferred = { reason: isDown.reason, created_at: testNow - 600_000, last_check_time: testNow - 1_000 };
  const since = testNow;

  it('waits for a check of its monitor after that of the recovered parent, 30 s at most', () => {
    const first = recoveryReason(deferred, since, testNow);
    expect(recoveryReason(deferred, null, testNow)).toBeNull();
    expect(recoveryReason({ ...deferred, last_check_time: since + 1 }, since, testNow)).toBeNull();
    expect(first).toMatchObject({ notify: 'later', at: since + 30_000, since });
    const later = { ...deferred, reason: first?.reason ?? '', created_at: since };
    expect(recoveryReason(later, since + 500, testNow + 1_000)).toMatchObject({ since });
    expect(recoveryReason({ ...later, last_check_time: testNow + 10 }, since, testNow + 1_000)).toBeNull();
    expect(recoveryReason(later, since, testNow + 30_000)).toBeNull();
    expect(recoveryReason(later, since, testNow - 3_600_000)).toBeNull();
  });

  it('does not wait again after it waited for the check of the parent', () => {
    expect(recoveryReason({ ...deferred, reason: waits.reason }, since, testNow)).toBeNull();
    expect(recoveryReason({ ...deferred, reason: 'muted until 14:05' }, since, testNow)).toBeNull();
  });
});

it('an awaited check is requested again after 5 s', () => {
  const times = { monitor_id: 7, began_at: testNow - 5_000, created_at: testNow, alert_created_at: testNow };
  const waiting = { ...times, reason: waits.reason };
  const recovered = { ...times, reason: 'waits for a check, because the parent has recovered' };
  const others: Ancestor[] = [
    { ...router, id: 2, last_check_time: testNow },
    { ...router, id: 3, enabled: 0 },
  ];
  expect(awaitedChecks(waiting, [router, ...others], testNow + 4_999)).toEqual([]);
  expect(awaitedChecks(waiting, [router, ...others], testNow + 5_000)).toEqual([router.id]);
  expect(awaitedChecks(recovered, [router], testNow + 4_999)).toEqual([]);
  expect(awaitedChecks(recovered, [router], testNow + 5_000)).toEqual([7]);
  expect(awaitedChecks({ ...times, reason: isDown.reason }, [router], testNow + 60_000)).toEqual([]);
});
