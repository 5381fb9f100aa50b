import { expect, test } from 'vitest';
import { isSentOn, sentFields } from './sent-on.ts';

test('an alert was told on a channel when any delivery of it was sent there', () => {
  const deliveries = [
    { channel: 'email', channel_id: null, status: 'failed' },
    { channel: 'email', channel_id: null, status: 'sent' },
    { channel: 'sms', channel_id: null, status: 'suppressed' },
  ] as const;
  expect([isSentOn(deliveries, 'email'), isSentOn(deliveries, 'sms'), isSentOn(deliveries, 'slack')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(sentFields(deliveries)).toEqual({ email_sent: true, sms_sent: false, slack_sent: false });
});

test('what went to a channel of the same kind that was added stands among the deliveries only', () => {
  const deliveries = [
    { channel: 'slack', channel_id: 7, status: 'sent' },
    { channel: 'email', channel_id: 8, status: 'sent' },
    { channel: 'email', channel_id: null, status: 'failed' },
  ] as const;
  expect(sentFields(deliveries)).toEqual({ email_sent: false, sms_sent: false, slack_sent: false });
});
