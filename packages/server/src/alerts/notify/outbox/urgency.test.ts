import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { expect, it } from 'vitest';
import { byImportance, byQueue, inQueue, mayGo } from './urgency.ts';

const second = 1_000;
const minute = 60 * second;
const now = Date.UTC(2026, 2, 10, 12);
const queued = (alert_type: AlertType, id: number, given: { attempts?: number; next_attempt_at?: number } = {}) => ({
  id,
  alert_type,
  created_at: now + id,
  ended_at: null,
  attempts: 0,
  next_attempt_at: now,
  ...given,
});
const order = (some: ReturnType<typeof queued>[]): number[] => [...some].sort(byQueue).map(({ id }) => id);

it('sends outages first, then their ends, then the rest, and the older first among equals', () => {
  expect(order([queued('SLOW', 4), queued('RECOVERED', 3), queued('ERROR', 2), queued('DOWN', 1)])).toEqual([
    1, 2, 3, 4,
  ]);
});

it('sends deliveries that have waited for minutes before outages that became due later', () => {
  const slow = queued('SLOW', 1, { next_attempt_at: now - 2 * minute - 1 });
  expect(order([queued('DOWN', 2), slow, queued('SLOW', 3, { next_attempt_at: now - 2 * minute + 1 })])).toEqual([
    1, 2, 3,
  ]);
});

it('sends new deliveries before failed ones, which wait up to ten minutes more', () => {
  const failed = (attempts: number, ago: number, id: number) =>
    queued('DOWN', id, { attempts, next_attempt_at: now - ago });
  expect(order([failed(1, 30 * second, 1), queued('DOWN', 2)])).toEqual([2, 1]);
  expect(order([failed(1, 61 * second, 1), queued('DOWN', 2)])).toEqual([1, 2]);
  expect(order([failed(40, 10 * minute + 1, 1), queued('DOWN', 2)])).toEqual([1, 2]);
});

it('a message includes deliveries that are due within 10 s, unless they were tried before', () => {
  expect(mayGo(queued('SLOW', 1, { next_attempt_at: now + 10 * second }), now)).toBe(true);
  expect(mayGo(queued('SLOW', 1, { next_attempt_at: now + 10 * second + 1 }), now)).toBe(false);
  expect(mayGo(queued('DOWN', 1, { attempts: 1, next_attempt_at: now + 1 }), now)).toBe(false);
  expect(mayGo({ attempts: 0, next_attempt_at: null }, now)).toBe(false);
  const some = [queued('SLOW', 1), queued('DOWN', 2, { attempts: 1, next_attempt_at: now + 1 }), queued('DOWN', 3)];
  expect(inQueue(some, now).map(({ id }) => id)).toEqual([3, 1]);
});

it('names critical alerts first, then open ones, then older ones', () => {
  const named = (
    id: number,
    severity: 'critical' | 'warning' | null,
    given: Partial<Parameters<typeof byImportance>[0]> = {},
  ) => ({
    id,
    alert_type: 'DOWN' as const,
    problem: 'outage' as const,
    created_at: now + id,
    ended_at: null,
    severity,
    ...given,
  });
  const some = [
    named(1, 'warning', { alert_type: 'SLOW', problem: 'slow' }),
    named(2, 'critical', { alert_type: 'RECOVERED' }),
    named(3, 'critical', { ended_at: now }),
    named(5, null),
    named(4, 'critical'),
    named(6, null, { alert_type: 'SLOW', problem: 'slow' }),
  ];
  expect([...some].sort(byImportance).map(({ id }) => id)).toEqual([4, 5, 2, 3, 1, 6]);
});

it('sends an ended problem after open ones', () => {
  const over = { ...queued('DOWN', 1), ended_at: now };
  const others = [queued('RECOVERED', 2), queued('DOWN', 3)];
  expect([over, ...others].sort(byQueue).map(({ id }) => id)).toEqual([3, 2, 1]);
});
