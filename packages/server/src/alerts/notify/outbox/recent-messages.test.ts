import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel } from '../channel.ts';
import { readRecentMessages } from './recent-messages.ts';

let test: TestStorage;
let monitor: MonitorRow;
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
});
afterEach(() => test.close());

const channel: Channel = {
  rules: { name: 'sms', offReason: () => null, unwantedReason: () => null, recipients: () => [] },
  concurrency: 1,
  hourlyLimit: null,
  destination: (recipient) => ({
    key: `phone ${recipient}`,
    sendNote: async () => ({ outcome: 'sent', reason: null }),
    capacity: () => 1,
    send: () => Promise.reject(new Error('nothing is sent here')),
  }),
};

async function deliver(recipient: string, alert_type: AlertType, how: { sent_at: number } | { lease_owner: string }) {
  const { id: alert_id } = await makeAlert(test.db, monitor, { alert_type });
  const state =
    'sent_at' in how
      ? ({ status: 'sent', next_attempt_at: null } as const)
      : ({ status: 'pending', next_attempt_at: testNow, lease_until: testNow + 9 } as const);
  const row = { alert_id, channel: 'sms', recipient, created_at: testNow, ...state, ...how } as const;
  await test.db.insertInto('deliveries').values(row).execute();
}
const read = () => readRecentMessages(test.db, channel, { since: testNow - 60_000, now: testNow, except: null });

describe('recent messages', () => {
  it('are counted for one destination, with the same or a higher urgency', async () => {
    await deliver('+1', 'DOWN', { sent_at: testNow - 30 });
    await deliver('+1', 'RECOVERED', { sent_at: testNow - 20 });
    await deliver('+1', 'SLOW', { sent_at: testNow - 10 });
    await deliver('+2', 'DOWN', { sent_at: testNow - 5 });
    const { sent } = await read();
    expect(sent().map((at) => testNow - at)).toEqual([30, 20, 10, 5]);
    const of = (urgency: 0 | 1 | 2) => sent({ key: 'phone +1', urgency }).map((at) => testNow - at);
    expect([of(0), of(1), of(2)]).toEqual([[30], [30, 20], [30, 20, 10]]);
  });

  it('include those being sent: one of a process to a destination, with the urgency of its most urgent alert', async () => {
    await deliver('+1', 'SLOW', { lease_owner: 'other' });
    await deliver('+1', 'DOWN', { lease_owner: 'other' });
    await deliver('+1', 'SLOW', { lease_owner: 'third' });
    const { sent, all } = await read();
    expect([sent(), all()]).toEqual([[], [testNow, testNow]]);
    expect(all({ key: 'phone +1', urgency: 0 })).toEqual([testNow]);
  });
});
