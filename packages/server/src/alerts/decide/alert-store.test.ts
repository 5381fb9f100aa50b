import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow, Tables } from '../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { endAlerts, insertAlerts, insertDeliveries, readAlertsToEnd, readPastNotifications } from './alert-store.ts';

let test: TestStorage;
let monitor: MonitorRow;
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
});
afterEach(() => test.close());

type Work<Result> = (trx: Parameters<typeof insertAlerts>[0]) => Promise<Result>;
const together = <Result>(work: Work<Result>): Promise<Result> => test.db.transaction().execute(work);

const deliver = (alert_id: number, given: Partial<Insertable<Tables['deliveries']>> = {}) =>
  together((trx) =>
    insertDeliveries(trx, [{ alert_id, channel: 'email', status: 'sent', created_at: testNow, ...given }]),
  );

describe('alerts of a batch', () => {
  it('get their ids in the order of the rows, however many there are', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      website_id: monitor.website_id,
      monitor_id: monitor.id,
      alert_type: 'DOWN' as const,
      problem: 'outage' as const,
      message: `alert ${at}`,
      created_at: testNow,
    }));
    const ids = await together((trx) => insertAlerts(trx, rows));
    const stored = await test.db.selectFrom('alerts').select(['id', 'message']).orderBy('id').execute();
    expect(stored).toEqual(ids.map((id, at) => ({ id, message: `alert ${at}` })));
    expect(await together((trx) => insertAlerts(trx, []))).toEqual([]);
  });

  it('end each at its own time, and end no others', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 3; at++) ids.push((await makeAlert(test.db, monitor)).id);
    const [first = 0, lasting = 0, last = 0] = ids;
    await together((trx) =>
      endAlerts(trx, [
        { id: last, ended_at: testNow + 2 },
        { id: first, ended_at: testNow + 1 },
      ]),
    );
    const rows = await test.db.selectFrom('alerts').select(['id', 'ended_at']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: first, ended_at: testNow + 1 },
      { id: lasting, ended_at: null },
      { id: last, ended_at: testNow + 2 },
    ]);
  });
});

describe('an alert that ends', () => {
  it('has its beginning and the channels that were notified or will be', async () => {
    const [sent, unsent] = [await makeAlert(test.db, monitor), await makeAlert(test.db, monitor)];
    await deliver(sent.id);
    await deliver(sent.id, { status: 'pending', recipient: '+1', channel: 'sms' });
    await deliver(sent.id, { status: 'pending', recipient: '+2', channel: 'sms' });
    await deliver(sent.id, { status: 'failed', channel: 'slack' });
    await deliver(unsent.id, { status: 'suppressed' });
    const known = await together((trx) => readAlertsToEnd(trx, [sent.id, unsent.id, 999]));
    expect(known).toEqual(
      new Map([
        [
          sent.id,
          { created_at: testNow, cause: 'HTTP 503', public_message: null, notified: new Set(['email', 'sms']) },
        ],
        [unsent.id, { created_at: testNow, cause: 'HTTP 503', public_message: null, notified: new Set() }],
      ]),
    );
  });
});

describe('the past notifications of monitors', () => {
  it('are those about problems since a time, sent or pending', async () => {
    const other = await makeMonitor(test.db);
    const make = async (given: Parameters<typeof makeAlert>[2], status: 'sent' | 'failed' = 'sent', of = monitor) => {
      await deliver((await makeAlert(test.db, of, given)).id, { status });
    };
    await make({ alert_type: 'SLOW', problem: 'slow', created_at: testNow });
    await make({ created_at: testNow - 1 });
    await make({ alert_type: 'RECOVERED' });
    await make({}, 'failed');
    await make({}, 'sent', other);
    const past = await together((trx) => readPastNotifications(trx, [monitor.id], testNow));
    expect(past.map(({ monitor_id, alert_type }) => [monitor_id, alert_type])).toEqual([[monitor.id, 'SLOW']]);
  });
});
