import { describe, expect, it } from 'vitest';
import { type Route, routeSchema } from '../contract/routing.ts';
import { policySentences, routeSentence, spanInWords, stepTime, switchesSentence } from './route-sentences.ts';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const night = { days: [...everyDay], from: '22:00', to: '07:00' };
const rule = (given: Partial<Route>): Route => routeSchema.parse({ name: 'Rule', policy_id: 2, ...given });

describe('a span of time', () => {
  it.each([
    [night, 'between 22:00 and 07:00'],
    [{ ...night, days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const }, 'Mon to Fri between 22:00 and 07:00'],
    [{ days: ['sat', 'sun'] as const, from: '00:00', to: '00:00' }, 'Sat and Sun all day'],
    [{ ...night, days: ['mon', 'wed', 'fri'] as const }, 'Mon, Wed, and Fri between 22:00 and 07:00'],
    [{ ...night, days: ['sun'] as const }, 'Sun between 22:00 and 07:00'],
  ])('%o reads "%s"', (span, words) => {
    expect(spanInWords({ ...span, days: [...span.days] })).toBe(words);
  });
});

describe('a rule', () => {
  it('names the alerts, the times and the policy', () => {
    const when = [night];
    expect(routeSentence(rule({ alert_types: ['DOWN', 'ERROR'], when }), { targets: ['Shop'], policy: 'Night' })).toBe(
      'DOWN, ERROR on Shop between 22:00 and 07:00 go to "Night"',
    );
  });

  it('covers all alerts, or notifies nobody', () => {
    expect(routeSentence(rule({}), { targets: [], policy: 'Night' })).toBe('All alerts go to "Night"');
    expect(routeSentence(rule({ policy_id: null }), { targets: ['Staging', 'Lab'], policy: null })).toBe(
      'All alerts on Staging and Lab notify nobody',
    );
  });

  it('says which severity it wants', () => {
    const names = { targets: [], policy: 'Night' };
    expect(routeSentence(rule({ severities: ['critical'] }), names)).toBe('Critical alerts go to "Night"');
    expect(routeSentence(rule({ severities: ['warning'], alert_types: ['SLOW'] }), names)).toBe(
      'SLOW that are warnings go to "Night"',
    );
    expect(routeSentence(rule({ severities: ['warning', 'critical'] }), names)).toBe('All alerts go to "Night"');
  });
});

describe('a policy', () => {
  it('has a sentence for each step and for its reminders', () => {
    const steps = [
      { after_minutes: 0, channels: ['email' as const, 7] },
      { after_minutes: 90, channels: [8] },
    ];
    const policy = { id: 2, name: 'Night', steps, remind_minutes: 60 };
    expect(policySentences(policy, (ref) => `<${ref}>`)).toEqual([
      'At once: <email> and <7>',
      'After 1 h 30 min: <8>',
      'Again after 1 h, then after twice as long each time',
    ]);
    expect(policySentences({ ...policy, steps: [] }, String)).toEqual(['Notifies nobody']);
    expect(stepTime(15)).toBe('after 15 min');
  });
});

it("a channel's switches name what it does not accept", () => {
  expect(switchesSentence(undefined)).toBe('All alerts at any time');
  expect(switchesSentence({ alert_types: [], min_severity: 'warning', quiet: [] })).toBe('All alerts at any time');
  expect(switchesSentence({ alert_types: [], min_severity: 'critical', quiet: [night] })).toBe(
    'Critical alerts only, quiet between 22:00 and 07:00',
  );
  expect(switchesSentence({ alert_types: ['DOWN'], min_severity: 'warning', quiet: [] })).toBe('DOWN only');
});
