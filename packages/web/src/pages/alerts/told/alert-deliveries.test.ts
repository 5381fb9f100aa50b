import type { Delivery } from '@upvigil/core/contract/alerts';
import { addAlert, builtInDelivery, emptyState } from '@upvigil/core/testing/fake-state';
import { expect, it } from 'vitest';
import { channelMarks } from './alert-deliveries.ts';

const marksOf = (...deliveries: [Delivery['channel'], Delivery['status']][]) => {
  const rest = { ...builtInDelivery, recipient: null, reason: null, attempts: 1, next_attempt_at: null, sent_at: null };
  const given = deliveries.map(([channel, status]) => ({ channel, status, ...rest }));
  const alert = addAlert(emptyState(), { id: 1, name: 'Shop' }, { deliveries: given });
  return Object.fromEntries(channelMarks(alert).map(({ channel, word, tone }) => [channel, `${word} ${tone}`]));
};

it('each channel has one word for all deliveries on it: sent before trouble before waiting', () => {
  expect(marksOf(['email', 'failed'], ['email', 'sent'], ['sms', 'suppressed'], ['sms', 'pending'])).toEqual({
    email: 'sent up',
    sms: 'pending warn',
    slack: 'not sent none',
  });
  expect(marksOf(['slack', 'pending'], ['slack', 'failed'], ['email', 'suppressed'])).toMatchObject({
    slack: 'failed down',
    email: 'suppressed none',
  });
});
