import { expect, it } from 'vitest';
import { emptyState, minutesAgo } from '../testing/fake-state.ts';
import { addAlert, deliveryOf } from '../testing/fake-watched.ts';
import { alertLines, isNotifiedOn, otherNotifiedChannels, sentFields } from './alert-lines.ts';

const now = () => Date.UTC(2026, 10, 20, 18, 24);
const state = emptyState(now);
const website = { id: 1, name: 'Shop' };

it('has routing, acknowledgement and deliveries of an alert, with reasons', () => {
  const alert = addAlert(state, website, {
    id: 412,
    created_at: minutesAgo(9, now),
    began_at: minutesAgo(10, now),
    severity: 'critical',
    acknowledged_at: minutesAgo(1, now),
    acknowledged_by: 'link to ops@example.org',
    acknowledge_note: 'On it',
    route: 'Night',
    policy: 'On call',
    deliveries: [
      deliveryOf({ recipient: 'ops@example.org', sent_at: minutesAgo(8, now) }),
      deliveryOf({
        channel: 'pushover',
        channel_id: 5,
        channel_name: 'Ops phone',
        purpose: 'escalation',
        status: 'pending',
        next_attempt_at: minutesAgo(-1, now),
        reason: 'HTTP 500',
      }),
      deliveryOf({ channel: 'sms', status: 'suppressed', reason: 'muted until 14:05' }),
    ],
  });
  expect(alertLines(alert)).toEqual([
    'Alert: 412 DOWN',
    'Message: Shop is down: HTTP 503',
    'Website: Shop',
    'Severity: critical',
    'Began: 2026-11-20T18:14:00.000Z',
    'Raised: 2026-11-20T18:15:00.000Z',
    'Acknowledged: 2026-11-20T18:23:00.000Z by link to ops@example.org: On it',
    'Route: Night',
    'Policy: On call',
    '',
    'Deliveries:',
    'email to ops@example.org  sent 2026-11-20T18:16:00.000Z',
    'Ops phone  escalation  pending, next at 2026-11-20T18:25:00.000Z  HTTP 500',
    'SMS  suppressed  muted until 14:05',
  ]);
});

it('leaves out what an older version did not store', () => {
  const alert = addAlert(state, website, { id: 1, created_at: minutesAgo(9, now) });
  expect(alertLines(alert)).toEqual([
    'Alert: 1 DOWN',
    'Message: Shop is down: HTTP 503',
    'Website: Shop',
    'Raised: 2026-11-20T18:15:00.000Z',
    '',
    'Nobody was notified',
  ]);
});

it('names each other notified channel once, by its own name, also one of a built-in kind', () => {
  const own = { channel_id: 5, channel_name: 'Ops phone' };
  const deliveries = [
    deliveryOf({}),
    deliveryOf({ channel: 'pushover', ...own }),
    deliveryOf({ channel: 'pushover', ...own, purpose: 'reminder' }),
    deliveryOf({ channel: 'slack', channel_id: 6, channel_name: 'War room' }),
    deliveryOf({ channel: 'ntfy', channel_id: 7, channel_name: 'Late', status: 'failed' }),
  ];
  expect(otherNotifiedChannels(deliveries)).toEqual(['Ops phone', 'War room']);
  expect([isNotifiedOn(deliveries, 'email'), isNotifiedOn(deliveries, 'slack')]).toEqual([true, false]);
});

it('has the fields that scripts of old read: whether any delivery of a built-in channel was sent', () => {
  const deliveries = [
    deliveryOf({ status: 'failed' }),
    deliveryOf({}),
    deliveryOf({ channel: 'sms', status: 'suppressed' }),
    deliveryOf({ channel: 'slack', channel_id: 7 }),
  ];
  expect(sentFields(deliveries)).toEqual({ email_sent: true, sms_sent: false, slack_sent: false });
});
