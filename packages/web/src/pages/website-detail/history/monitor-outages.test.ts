import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { lengthWithin, outagesIn } from './monitor-outages.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-22T18:00:00Z');
const day = { from: now - 24 * hour, to: now };
const hoursAgo = (hours: number) => new Date(now - hours * hour).toISOString();

function outages(alerts: readonly (readonly [type: 'DOWN' | 'SLOW' | 'RECOVERED', cause: string, hours: number])[]) {
  const state = emptyState(() => now);
  const website = addWebsite(state, { name: 'Checkout' });
  for (const [alert_type, cause, hours] of alerts) {
    addAlert(state, website, {
      alert_type,
      message: `Checkout: Edge ${cause}`,
      created_at: hoursAgo(hours),
      url_id: 7,
    });
  }
  return outagesIn(state.alerts, day);
}

it('lists each outage within the window with its cause, open ones first', () => {
  expect(
    outages([
      ['DOWN', 'is down: HTTP 500', 60],
      ['RECOVERED', 'is up again after 12 hours', 48],
      ['DOWN', 'is down: HTTP 502', 30],
      ['RECOVERED', 'is up again after 8 hours', 22],
      ['DOWN', 'is down: HTTP 503', 1],
    ]),
  ).toMatchObject([
    { cause: 'HTTP 503', from: now - hour, to: null, isOpen: true },
    { cause: 'HTTP 502', from: now - 30 * hour, to: now - 22 * hour, isOpen: false },
  ]);
});

it('lists what was slow as such', () => {
  expect(outages([['SLOW', 'is slow: 7.12s, limit 5.00s', 3]])).toMatchObject([
    { state: 'SLOW', cause: '7.12s, limit 5.00s', isOpen: true },
  ]);
});

it('counts of an outage the part within the window', () => {
  const found = outages([
    ['DOWN', 'is down: HTTP 502', 30],
    ['RECOVERED', 'is up again after 8 hours', 22],
    ['DOWN', 'is down: HTTP 503', 1],
  ]);
  expect(lengthWithin(found, day)).toBe(3 * hour);
});

it('lists an outage without a known start', () => {
  expect(outages([['RECOVERED', 'is up again after 9 days', 2]])).toMatchObject([
    { from: null, to: now - 2 * hour, isOpen: false, cause: null },
  ]);
});
