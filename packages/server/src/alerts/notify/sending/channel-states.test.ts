import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { SendResult } from '../channel.ts';
import { readChannelStates, readProvenTimes, recordResult } from './channel-states.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const sent: SendResult = { outcome: 'sent', reason: null };
const failed = (reason: string): SendResult => ({ outcome: 'retry', reason });

describe('the state of a channel', () => {
  it('counts consecutive failures since the first, with the error of the last, and keeps the last success', async () => {
    await recordResult(test.db, '7', sent, testNow);
    await recordResult(test.db, '7', failed('refused'), testNow + 1);
    await recordResult(test.db, '7', failed('timed out'), testNow + 2);
    await recordResult(test.db, 'email', failed('greylisted'), testNow + 3);
    expect([...(await readChannelStates(test.db, [7, 'email', 'sms'])).values()]).toEqual(
      expect.arrayContaining([
        { ref: '7', last_sent_at: testNow, failures: 2, failing_since: testNow + 1, last_error: 'timed out' },
        { ref: 'email', last_sent_at: null, failures: 1, failing_since: testNow + 3, last_error: 'greylisted' },
      ]),
    );
  });

  it('is healthy after a sent message', async () => {
    await recordResult(test.db, '7', failed('refused'), testNow);
    await recordResult(test.db, '7', sent, testNow + 1);
    const well = { ref: '7', last_sent_at: testNow + 1, failures: 0, failing_since: null, last_error: null };
    expect((await readChannelStates(test.db, [7])).get('7')).toEqual(well);
  });

  it('is not queried without channels', async () => {
    expect((await readChannelStates(test.db, [])).size).toBe(0);
    expect((await readProvenTimes(test.db, [])).size).toBe(0);
  });
});

it('a channel is proven by the newest confirmed drill', async () => {
  const drill = (ref: string, confirmed_at: number | null) => ({
    ref,
    recipient: null,
    sent_at: testNow,
    confirmed_at,
  });
  await test.db
    .insertInto('drills')
    .values([drill('7', testNow + 1), drill('7', testNow + 5), drill('7', null), drill('email', null)])
    .execute();
  expect(await readProvenTimes(test.db, [7, 'email'])).toEqual(new Map([['7', testNow + 5]]));
});
