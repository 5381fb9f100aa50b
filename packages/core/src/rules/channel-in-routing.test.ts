import { expect, test } from 'vitest';
import { defaultRouting, type RoutingDocument } from '../contract/routing.ts';
import { policyOfChannel, withInDefault, withoutSwitches } from './channel-in-routing.ts';

const switches = { alert_types: [], min_severity: 'critical' as const, quiet: [] };
const night: RoutingDocument = {
  ...defaultRouting,
  revision: 4,
  channels: { 7: switches, email: switches },
  policies: [
    { id: 1, name: 'Default', steps: [], remind_minutes: null },
    {
      id: 2,
      name: 'Night',
      remind_minutes: null,
      steps: [
        { after_minutes: 0, channels: ['email'] },
        { after_minutes: 5, channels: [7] },
      ],
    },
  ],
};

test('a channel belongs to the first policy that has it in any step', () => {
  expect(policyOfChannel(night, 7)?.name).toBe('Night');
  expect(policyOfChannel(night, 8)).toBeNull();
  expect(policyOfChannel(defaultRouting, 'sms')?.name).toBe('Default');
});

test('the first step of Default gets the channel once; without steps it gets one', () => {
  const once = withInDefault(defaultRouting, 7);
  expect(once.policies[0]?.steps).toEqual([{ after_minutes: 0, channels: ['email', 'sms', 'slack', 7] }]);
  expect(once.revision).toBe(1);
  expect(withInDefault(once, 7).policies).toEqual(once.policies);
  expect(withInDefault(night, 7).policies[0]?.steps).toEqual([{ after_minutes: 0, channels: [7] }]);
  expect(withInDefault(night, 7).policies[1]).toEqual(night.policies[1]);
});

test('removes the switches of a channel, and changes nothing else', () => {
  expect(withoutSwitches(night, 7)).toEqual({ ...night, revision: 5, channels: { email: switches } });
  expect(withoutSwitches(night, 8)).toBe(night);
});
