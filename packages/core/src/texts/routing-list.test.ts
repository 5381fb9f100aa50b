import { expect, it } from 'vitest';
import { defaultRouting, type RoutingDocument } from '../contract/routing.ts';
import { type RoutingNames, routingSentences } from './routing-list.ts';

const names: RoutingNames = {
  channel: (key) => ({ email: 'email', sms: 'SMS', slack: 'Slack', 5: 'Ops phone' })[key] ?? `channel ${key}`,
  website: (id) => (id === 3 ? 'Shop' : `website ${id}`),
  monitor: (id) => `monitor ${id}`,
};
const nights = { days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '22:00', to: '07:00' };
const night = { ...nights, days: [...nights.days] };
const empty = { website_ids: [], monitor_ids: [], tags: [], alert_types: [], severities: [], when: [], policy_id: 1 };
const sentencesOf = (given: Partial<RoutingDocument>): string[] =>
  routingSentences({ ...defaultRouting, ...given }, names);

it('of a new installation is one policy', () => {
  expect(sentencesOf({})).toEqual(['All alerts: policy "Default".', 'Policy "Default": at once email, SMS and Slack.']);
});

it('says routes in their order, by the names of targets, channels and policies', () => {
  const onCall = {
    id: 2,
    name: 'On call',
    remind_minutes: 30,
    steps: [
      { after_minutes: 0, channels: [5] },
      { after_minutes: 90, channels: ['sms' as const, 7] },
    ],
  };
  const sentences = sentencesOf({
    time_zone: 'Europe/Berlin',
    policies: [onCall, ...defaultRouting.policies],
    routes: [
      { ...empty, name: 'Staging', website_ids: [3, 4], monitor_ids: [7], policy_id: null },
      {
        ...empty,
        name: 'Night',
        alert_types: ['DOWN', 'ERROR'],
        severities: ['critical'],
        when: [night],
        policy_id: 2,
      },
    ],
    channels: { 5: { alert_types: ['DOWN'], min_severity: 'critical', quiet: [night] } },
  });
  expect(sentences).toEqual([
    '1. Staging: all alerts of Shop, website 4 and monitor 7: notifies nobody.',
    '2. Night: critical DOWN and ERROR, mon to fri 22:00 to 07:00: policy "On call".',
    'All others: policy "Default".',
    'Policy "On call": at once Ops phone; after 1 h 30 min SMS and channel 7; again after 30 min, then doubling to 24 h.',
    'Policy "Default": at once email, SMS and Slack.',
    'Ops phone: critical only, only DOWN, quiet mon to fri 22:00 to 07:00.',
    'Times of day are those of Europe/Berlin.',
  ]);
});

it.each([
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'every day'],
  [['sat', 'sun'], 'sat and sun'],
  [['mon', 'wed', 'thu'], 'mon, wed and thu'],
  [['fri', 'sat', 'sun'], 'fri to sun'],
] as const)('%j is %s', (days, words) => {
  const when = [{ days: [...days], from: '00:00', to: '12:00' }];
  expect(sentencesOf({ routes: [{ ...empty, name: 'X', when }] })[0]).toBe(
    `1. X: all alerts, ${words} 00:00 to 12:00: policy "Default".`,
  );
});

it('leaves out a channel that accepts all, and shows that a policy without steps notifies nobody', () => {
  const channels = { email: { alert_types: [], min_severity: 'warning' as const, quiet: [] } };
  const policies = [...defaultRouting.policies, { id: 2, name: 'Nobody', steps: [], remind_minutes: null }];
  expect(sentencesOf({ channels, policies })).toEqual([
    'All alerts: policy "Default".',
    'Policy "Default": at once email, SMS and Slack.',
    'Policy "Nobody": notifies nobody.',
  ]);
});
