import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { publicIncident } from '../testing/public-states.ts';
import { incidentsFromAlerts, isOutage, lastChanged, stateSentence } from './incidents.ts';

it('an incident is a problem with its end; a recovery is none of its own', () => {
  const said = { target: 'Shop', problem: 'outage', cause: 'HTTP 503', lasted_seconds: null } as const;
  const alert = {
    said,
    website_id: 3,
    monitor_id: 4,
    sentence: 'Shop is down',
    created_at: testNow - 9,
    ended_at: testNow,
  };
  const incidents = incidentsFromAlerts([
    { ...alert, id: 8, alert_type: 'RECOVERED' },
    { ...alert, id: 7, alert_type: 'DOWN' },
  ]);
  expect(incidents).toEqual([
    {
      id: 7,
      website_id: 3,
      monitor_id: 4,
      type: 'DOWN',
      title: 'Shop is down',
      said,
      started_at: testNow - 9,
      ended_at: testNow,
    },
  ]);
});

it('an outage is what leaves nothing to use', () => {
  const types = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING'] as const;
  expect(types.map((type) => isOutage({ type }))).toEqual([true, true, false, false]);
});

it('an incident changes when it begins, and when it ends', () => {
  const started_at = testNow - 300_000;
  const [lasting, ended] = [publicIncident({ started_at }), publicIncident({ started_at, ended_at: testNow })];
  expect([lasting, ended].map(lastChanged)).toEqual([started_at, testNow]);
  expect([lasting, ended].map(stateSentence)).toEqual(['Ongoing.', 'Resolved after 5 minutes.']);
});
