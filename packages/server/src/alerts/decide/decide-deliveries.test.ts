import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { describe, expect, it } from 'vitest';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../base/domain/channel-rules.ts';
import { testNow } from '../../testing/rows.ts';
import { decideForProblem, decideForRecovery } from './decide-deliveries.ts';

const minute = 60_000;
const times = { now: testNow, gather: { outage: 3, other: 10 } };
const settings: ChannelSettings = {
  notifications: { ...defaultNotificationSettings, cooldown_minutes: 30 },
  slack: slackSettingsSchema.parse({ channel_name: '#ops' }),
};
const problem: ToggledAlert = { alert_type: 'DOWN', problem: 'outage', kind: 'URL' };
const recovery: ToggledAlert = { ...problem, alert_type: 'RECOVERED' };

const channel = (given: Partial<ChannelRules> = {}): ChannelRules => ({
  name: 'sms',
  offReason: () => null,
  unwantedReason: () => null,
  recipients: () => ['+40712345678', '+40787654321'],
  ...given,
});
const off = channel({ offReason: () => 'sms is switched off' });
const unwanted = channel({ unwantedReason: ({ alert_type }) => `${alert_type} is not wanted` });
const neither = channel({ offReason: () => 'sms is switched off', unwantedReason: () => 'not wanted' });

const pending = (recipient: string, gathered = times.gather.outage) => ({
  channel: 'sms',
  recipient,
  status: 'pending',
  reason: null,
  next_attempt_at: testNow + gathered * 1000,
});
const suppressed = (reason: string) => ({
  channel: 'sms',
  recipient: null,
  status: 'suppressed',
  reason,
  next_attempt_at: null,
});
const forProblem = (rules: ChannelRules, lastAt?: number) =>
  decideForProblem(rules, problem, settings, lastAt === undefined ? undefined : { created_at: lastAt }, times);
const forRecovery = (rules: ChannelRules, notified: readonly ('sms' | 'email')[] | null) =>
  decideForRecovery(rules, recovery, settings, notified && { alertId: 7, notified: new Set(notified) }, times);

describe('the beginning of a problem', () => {
  it('is sent to each recipient, after the time for combining messages', () => {
    expect(forProblem(channel())).toEqual([pending('+40712345678'), pending('+40787654321')]);
  });

  it('waits longer to be combined when the target still works', () => {
    const slow = { alert_type: 'SLOW', problem: 'slow', kind: 'URL' } as const;
    const { other } = times.gather;
    expect(decideForProblem(channel(), slow, settings, undefined, times)).toEqual([
      pending('+40712345678', other),
      pending('+40787654321', other),
    ]);
  });

  it('is suppressed, with the reason and without a recipient, on a channel that is off or rejects it', () => {
    expect(forProblem(off)).toEqual([suppressed('sms is switched off')]);
    expect(forProblem(unwanted)).toEqual([suppressed('DOWN is not wanted')]);
    expect(forProblem(neither)).toEqual([suppressed('sms is switched off')]);
  });

  it('evaluates the channel with the given settings and alert', () => {
    const asked: unknown[] = [];
    const noting = (...given: unknown[]) => {
      asked.push(...given);
      return null;
    };
    forProblem(channel({ offReason: noting, unwantedReason: noting }));
    expect(asked).toEqual([settings, problem, settings]);
  });

  it('is deferred for each recipient until the cooldown ends, with the reason', () => {
    const until = testNow + 20 * minute;
    const held = { ...suppressed('cooldown until 12:20'), next_attempt_at: until };
    expect(forProblem(channel(), testNow - 10 * minute)).toEqual([
      { ...held, recipient: '+40712345678' },
      { ...held, recipient: '+40787654321' },
    ]);
    expect(forProblem(channel(), testNow - 30 * minute)).toEqual(forProblem(channel()));
  });

  it('that the channel rejects is not deferred by a cooldown', () => {
    expect(forProblem(off, testNow - 10 * minute)).toEqual([suppressed('sms is switched off')]);
  });
});

describe('the end of a problem', () => {
  it('is sent to each recipient of its beginning', () => {
    expect(forRecovery(channel(), ['email', 'sms'])).toEqual([
      pending('+40712345678', 10),
      pending('+40787654321', 10),
    ]);
  });

  it('is suppressed for all others, with a reason that names the alert', () => {
    expect(forRecovery(channel(), ['email'])).toEqual([suppressed('alert 7 was not notified here')]);
    expect(forRecovery(channel(), [])).toEqual([suppressed('alert 7 was not notified here')]);
  });

  it('is sent when the recipients of its beginning are unknown, since its alert was deleted', () => {
    expect(forRecovery(channel(), null)).toEqual([pending('+40712345678', 10), pending('+40787654321', 10)]);
  });

  it('is suppressed on a channel that is off or rejects it, with that reason first', () => {
    expect(forRecovery(off, [])).toEqual([suppressed('sms is switched off')]);
    expect(forRecovery(unwanted, ['sms'])).toEqual([suppressed('RECOVERED is not wanted')]);
    expect(forRecovery(neither, ['sms'])).toEqual([suppressed('sms is switched off')]);
  });
});
