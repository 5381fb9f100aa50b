import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Flag } from '../../../storage/tables/columns.ts';
import type { Tables } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { disabledReason, reviveDeferred } from './deferred-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

interface Given {
  enabled?: Flag;
  alert?: Partial<Insertable<Tables['alerts']>>;
  delivery?: Partial<Insertable<Tables['deliveries']>>;
}

/** The next state of a delivery that was deferred until now. */
async function afterRevival({ enabled = 1, alert = {}, delivery = {} }: Given) {
  const monitor = await makeMonitor(test.db, { enabled });
  const { id: alert_id } = await makeAlert(test.db, monitor, alert);
  const { id } = await test.db
    .insertInto('deliveries')
    .values({
      alert_id,
      channel: 'email',
      status: 'suppressed',
      reason: 'cooldown of 10 minutes',
      created_at: testNow - 1000,
      next_attempt_at: testNow,
      ...delivery,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await reviveDeferred(test.db, 'email', testNow);
  return test.db
    .selectFrom('deliveries')
    .select(['status', 'reason', 'created_at', 'next_attempt_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const asItWas = { status: 'suppressed', reason: 'cooldown of 10 minutes', created_at: testNow - 1000 };

describe('a delivery that was deferred until now', () => {
  it('is sent when its problem is open, and starts its own cooldown', async () => {
    expect(await afterRevival({})).toEqual({
      status: 'pending',
      reason: null,
      created_at: testNow,
      next_attempt_at: testNow,
    });
  });

  it('is never sent when its problem has ended', async () => {
    expect(await afterRevival({ alert: { ended_at: testNow - 5 } })).toEqual({ ...asItWas, next_attempt_at: null });
  });

  it('keeps waiting while its monitor is disabled, with the reason', async () => {
    expect(await afterRevival({ enabled: 0 })).toEqual({
      ...asItWas,
      reason: disabledReason,
      next_attempt_at: testNow,
    });
  });

  it('waits for the first check of a monitor that was enabled again', async () => {
    const revived = await afterRevival({ delivery: { reason: disabledReason } });
    expect(revived).toMatchObject({ status: 'suppressed', reason: expect.stringMatching(/enabled again/) });
    expect(revived.next_attempt_at).toBeGreaterThan(testNow);
  });

  it('is unchanged before its time, on another channel, and when it is not deferred', async () => {
    const early = { next_attempt_at: testNow + 1 };
    expect(await afterRevival({ delivery: early })).toEqual({ ...asItWas, ...early });
    expect((await afterRevival({ delivery: { channel: 'sms' } })).status).toBe('suppressed');
    expect((await afterRevival({ delivery: { status: 'failed' } })).status).toBe('failed');
    expect((await afterRevival({ delivery: { next_attempt_at: null } })).status).toBe('suppressed');
  });
});
