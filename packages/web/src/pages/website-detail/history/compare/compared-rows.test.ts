import type { WebsiteHistory } from '@upvigil/core/contract/websites';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { comparedBars, comparedRows, timeDown } from './compared-rows.ts';

const hour = 3_600_000;
const at = (hours: number) => new Date(hours * hour).toISOString();
const figures = { checks: 60, failures: 0, slow: 0, uptime: 100, p50_response_time: 0.4, p95_response_time: 0.9 };
const history = (hours: readonly number[], given: Partial<typeof figures> = {}): WebsiteHistory => ({
  stretch_minutes: 60,
  figures,
  history: hours.map((one) => ({ ...figures, ...given, time: at(one) })),
});
const look = { color: 'red', dash: '' };

it('merges the stretches of websites, each at its middle', () => {
  const websites = [
    { ...look, id: 1, name: 'Shop', history: history([1, 2]) },
    { ...look, id: 2, name: 'Portal', history: history([2, 3]) },
  ];
  const rows = comparedRows(websites);
  expect(rows.map((row) => [row.at / hour, Object.keys(row.medians)])).toEqual([
    [1.5, ['1']],
    [2.5, ['1', '2']],
    [3.5, ['2']],
  ]);
  expect(rows[0]?.bands[1]).toEqual([0.4, 0.9]);
});

it('shows the state of each stretch', () => {
  const bars = (given: Partial<typeof figures>) =>
    comparedBars(history([1], given), hour, 3 * hour).map(({ tone }) => tone);
  expect([bars({}), bars({ slow: 9 }), bars({ failures: 60 })]).toEqual([
    ['up', 'none'],
    ['warn', 'none'],
    ['down', 'none'],
  ]);
});

it('counts time in which several monitors were down once', () => {
  const state = emptyState(() => 10 * hour);
  const website = addWebsite(state);
  const say = (alert_type: 'DOWN' | 'RECOVERED', url_id: number, hours: number) =>
    addAlert(state, website, {
      alert_type,
      message: `Shop: Page ${alert_type === 'DOWN' ? 'is down: HTTP 502' : 'is up again after 2 hours'}`,
      created_at: at(hours),
      url_id,
    });
  say('DOWN', 1, 2);
  say('DOWN', 2, 3);
  say('RECOVERED', 1, 4);
  say('RECOVERED', 2, 5);
  expect(timeDown(state.alerts, website.id, { from: 0, to: 10 * hour })).toEqual({ outages: 2, ms: 3 * hour });
});
