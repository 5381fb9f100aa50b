import { expect, test } from 'vitest';
import { isSentOn, sentFields } from './sent-on.ts';

test('an alert was told on a channel when any delivery of it was sent there', () => {
  const deliveries = [
    { channel: 'email', status: 'failed' },
    { channel: 'email', status: 'sent' },
    { channel: 'sms', status: 'suppressed' },
  ] as const;
  expect([isSentOn(deliveries, 'email'), isSentOn(deliveries, 'sms'), isSentOn(deliveries, 'slack')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(sentFields(deliveries)).toEqual({ email_sent: true, sms_sent: false, slack_sent: false });
});
