import { deliveryStatuses } from '@upvigil/core/contract/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { limits } from '@upvigil/core/limits';
import fc from 'fast-check';
import { testNow } from '../../../testing/rows.ts';

/** Rows of the notification tables that a backup accepts. */

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''));
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const id = fc.integer({ min: 1, max: 2_000_000_000 });
const count = fc.nat({ max: 2_000_000_000 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const sealed = (...places: string[]): string =>
  JSON.stringify(Object.fromEntries(places.map((place) => [place, `sealed:${'0'.repeat(16)}:abc`])));

const settings = fc.constantFrom(
  { kind: 'email' as const, config: JSON.stringify({ to: ['a@example.org'] }), secrets: null },
  {
    kind: 'webhook' as const,
    config: JSON.stringify({
      url: 'https://example.org/hook',
      headers: [{ name: 'X-Key', value: '' }],
      secret: '',
      previous_secret_until: '2026-03-11T12:00:00.000Z',
    }),
    secrets: sealed('secret', 'headers.x-key', 'previous_secret'),
  },
);

/** Names are unique, so that no row is dropped. */
export const anyChannel = fc
  .tuple(
    settings,
    fc.record({
      name: fc.uuid(),
      enabled: fc.constantFrom(0 as const, 1 as const),
      created_at: time,
    }),
  )
  .map(([one, other]) => ({ ...one, ...other }));

export const anyChannelState = fc.record({
  ref: fc.oneof(fc.constantFrom('email', 'sms', 'slack'), id.map(String)),
  last_sent_at: orNull(time),
  failures: count,
  failing_since: orNull(time),
  last_error: orNull(text),
});

export const anyMessage = fc.record({
  purpose: fc.constantFrom('drill' as const, 'notice' as const, 'report' as const, 'announcement' as const),
  subject_id: orNull(id),
  channel: fc.constantFrom(...deliveryChannels),
  channel_id: orNull(id),
  channel_name: orNull(text),
  recipient: orNull(text),
  content: text.map((title) => JSON.stringify({ title })),
  status: fc.constantFrom(...deliveryStatuses),
  reason: orNull(text),
  attempts: count,
  // Pending deliveries are younger than the hour after which they would not be sent.
  created_at: fc.integer({ min: testNow, max: testNow + 1000 }),
  next_attempt_at: time,
  sent_at: orNull(time),
});

export const anySilence = fc.record({
  until: time,
  reason: fc.string({ maxLength: limits.silenceReason.maxLength }).map((value) => value.replaceAll('\0', '')),
  created_at: time,
});

export const anyDrill = fc.record({
  ref: id.map(String),
  recipient: orNull(text),
  sent_at: time,
  repeated_at: orNull(time),
  confirmed_at: orNull(time),
});

export const anyNotice = fc.record({
  kind: fc.constantFrom(...noticeKinds),
  subject: text,
  message: text,
  began_at: time,
  ended_at: orNull(time),
});

export const anyReport = fc.record({
  content: fc.constant(
    JSON.stringify({ name: 'Weekly', frequency: 'weekly', time: '08:00', recipients: ['a@example.org'] }),
  ),
  next_at: orNull(time),
  last_sent_at: orNull(time),
  last_error: orNull(text),
});
