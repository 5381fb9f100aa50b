import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { alertIncident } from '../testing/public-states.ts';
import { incidentsFromAlerts, isOutage, lastChanged, stateSentence } from './alert-incidents.ts';

it('an incident is a problem with its end; a recovery is no separate one', () => {
  const facts = { target: 'Shop', problem: 'outage', cause: 'HTTP 503', lasted_seconds: null } as const;
  const alert = {
    facts,
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
      facts,
      started_at: testNow - 9,
      ended_at: testNow,
    },
  ]);
});

it('only DOWN and ERROR are outages', () => {
  const types = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING'] as const;
  expect(types.map((type) => isOutage({ type }))).toEqual([true, true, false, false]);
});

it('an incident changes when it begins, and when it ends', () => {
  const started_at = testNow - 300_000;
  const [lasting, ended] = [alertIncident({ started_at }), alertIncident({ started_at, ended_at: testNow })];
  expect([lasting, ended].map(lastChanged)).toEqual([started_at, testNow]);
  expect([lasting, ended].map(stateSentence)).toEqual(['Ongoing.', 'Resolved after 5 minutes.']);
});
