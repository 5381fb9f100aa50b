import type { Delivery } from '@upvigil/core/contract/alerts';
import { deliveryOf } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { type ChannelMark, channelMarks, triedMarks } from './alert-deliveries.ts';

type Given = [Delivery['channel'], Delivery['status'], (Partial<Delivery> | undefined)?];
const deliveries = (given: Given[]): Delivery[] =>
  given.map(([channel, status, own]) => deliveryOf({ channel, status, ...own }));
const words = (marks: ChannelMark[]) => marks.map(({ name, word, tone }) => `${name}: ${word} ${tone}`);
const marksOf = (...given: Given[]) => words(channelMarks({ deliveries: deliveries(given) }));
const triedOf = (...given: Given[]) => words(triedMarks({ deliveries: deliveries(given) }));

it('shows one state for each channel: sent before failed before pending', () => {
  expect(marksOf(['email', 'failed'], ['email', 'sent'], ['sms', 'suppressed'], ['sms', 'pending'])).toEqual([
    'email: sent up',
    'SMS: pending warn',
    'Slack: not sent none',
  ]);
  expect(marksOf(['slack', 'pending'], ['slack', 'failed'], ['email', 'suppressed'])).toEqual([
    'email: suppressed none',
    'SMS: not sent none',
    'Slack: failed down',
  ]);
});

it('lists additional channels after the built-in ones, under their own names', () => {
  const night = { channel_id: 7, channel_name: 'Night' };
  const day = { channel_id: 8, channel_name: 'Day' };
  expect(
    triedOf(
      ['telegram', 'sent', night],
      ['telegram', 'failed', day],
      ['slack', 'sent'],
      ['slack', 'sent', { channel_id: 9, channel_name: 'Shop room' }],
    ),
  ).toEqual(['Slack: sent up', 'Night: sent up', 'Day: failed down', 'Shop room: sent up']);
  expect(marksOf(['telegram', 'pending', night])).toEqual([
    'email: not sent none',
    'SMS: not sent none',
    'Slack: not sent none',
    'Night: pending warn',
  ]);
});
