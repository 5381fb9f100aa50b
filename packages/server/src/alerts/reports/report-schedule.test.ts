import { type ReportInput, reportInput } from '@upvigil/core/contract/reports';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, createChangeFeed } from '../../base/domain/change-feed.ts';
import { fillHistory, makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createReportSchedule, type ReportSchedule } from './report-schedule.ts';
import { addReport, describeReports } from './report-store.ts';

const minute = 60_000;
const hour = 60 * minute;

let test: TestStorage;
let clock: TestClock;
let schedules: ReportSchedule[];
let changes: Partial<Change>[];
let errors: unknown[];

beforeEach(async () => {
  test = await openTestStorage();
  schedules = [];
  changes = [];
  errors = [];
  clock = createTestClock(testNow, () => Promise.all(schedules.map((each) => each.settled())));
});
afterEach(async () => {
  await Promise.all(schedules.map((each) => each.stop()));
  await test.close();
});

function startSchedule(): void {
  const feed = createChangeFeed(() => undefined);
  feed.subscribe((change) => changes.push(change));
  const schedule = createReportSchedule({
    db: test.db,
    clock,
    changes: feed,
    sources: { channels: {}, newestBackup: async () => null },
    log: { info: () => undefined, error: (fields) => void errors.push(fields) },
  });
  schedules.push(schedule);
  schedule.start();
}

const input = (given: Partial<ReportInput> = {}): ReportInput => ({
  ...reportInput.parse({ name: 'Ops', frequency: 'daily', time: '13:00', recipients: ['a@example.com'] }),
  ...given,
});
/** Due at that time. */
const add = (next_at: number | null, given: Partial<ReportInput> = {}) => addReport(test.db, input(given), next_at);
const messages = () =>
  test.db
    .selectFrom('messages')
    .select(['purpose', 'subject_id', 'channel', 'channel_id', 'recipient', 'status', 'content'])
    .orderBy('id')
    .execute();
const reports = () => describeReports(test.db);
const inHours = (hours: number): string => new Date(testNow + hours * hour).toISOString();

describe('a report', () => {
  it('is added to the outbox at its time, and the next one is set', async () => {
    const id = await add(testNow + hour, { recipients: ['a@example.com', 'b@example.com'] });
    startSchedule();
    await clock.advance(hour - minute);
    expect(await messages()).toEqual([]);
    await clock.advance(minute);
    expect(await messages()).toMatchObject([
      {
        purpose: 'report',
        subject_id: id,
        channel: 'email',
        channel_id: null,
        recipient: 'a@example.com, b@example.com',
      },
    ]);
    expect(await reports()).toMatchObject([{ next_at: inHours(25), last_error: null }]);
    expect(changes).toMatchObject([{ has_deliveries: true }]);
    await clock.advance(24 * hour);
    expect(await messages()).toHaveLength(2);
  });

  it.each([
    ['is sent late when it was missed by under 12 hours', 11.9, 1, null],
    ['is left out when it was missed by more', 12, 0, 'a report was skipped: the program did not run at its time'],
  ])('%s', async (_what, hours, count, last_error) => {
    await add(testNow - hours * hour);
    startSchedule();
    await clock.advance(minute);
    expect(await messages()).toHaveLength(count);
    expect(await reports()).toMatchObject([{ next_at: inHours(1), last_error }]);
  });

  it('is sent once by several processes', async () => {
    await add(testNow);
    startSchedule();
    startSchedule();
    startSchedule();
    await clock.advance(5 * minute);
    expect(await messages()).toHaveLength(1);
  });

  it('that is disabled is not sent', async () => {
    await add(null, { enabled: false });
    startSchedule();
    await clock.advance(48 * hour);
    expect(await messages()).toEqual([]);
  });

  it('is not lost by an interruption: the run stays due until it is in the outbox', async () => {
    await add(testNow);
    await test.db.schema.alterTable('messages').renameTo('away').execute();
    startSchedule();
    await clock.advance(minute);
    expect(errors.length).toBeGreaterThan(0);
    await test.db.schema.alterTable('away').renameTo('messages').execute();
    expect(await reports()).toMatchObject([{ next_at: inHours(0) }]);
    await clock.advance(minute);
    expect(await messages()).toHaveLength(1);
  });

  it('of deleted websites is not sent, and never becomes one about all', async () => {
    const { id } = await makeWebsite(test.db, { name: 'Secret' });
    await add(testNow, { website_ids: [id + 1] });
    startSchedule();
    await clock.advance(minute);
    expect(await messages()).toEqual([]);
    expect(await reports()).toMatchObject([
      { website_ids: [id + 1], last_error: 'the websites that it is about were deleted' },
    ]);
  });

  it('has the reason why it was not sent, until one is sent', async () => {
    await add(testNow);
    startSchedule();
    await clock.advance(minute);
    await test.db.updateTable('messages').set({ status: 'suppressed', reason: 'the SMTP server is not set' }).execute();
    expect(await reports()).toMatchObject([{ last_sent_at: null, last_error: 'the SMTP server is not set' }]);
    await test.db.updateTable('messages').set({ status: 'sent', reason: null, sent_at: testNow }).execute();
    expect(await reports()).toMatchObject([{ last_sent_at: inHours(0), last_error: null }]);
  });
});

it('has figures of its websites only, over its day', async () => {
  const shop = await makeWebsite(test.db, { name: 'Shop' });
  const blog = await makeWebsite(test.db, { name: 'Blog' });
  const [page, other] = [
    await makeMonitor(test.db, {
      website_id: shop.id,
      target: 'https://user:word@shop.example.com/',
      created_at: testNow - 3 * 24 * hour,
      last_check_time: testNow,
    }),
    await makeMonitor(test.db, { website_id: blog.id }),
  ];
  const day = 24 * hour;
  await fillHistory(test.db, {
    monitor_ids: [page.id, other.id],
    from: testNow - 2 * day,
    to: testNow,
    interval_seconds: 900,
    check: (at) => {
      const is_up = at < testNow - day || at >= testNow - 23 * hour;
      return { is_up, is_slow: false, response_time_us: is_up ? 200_000 : null, status: null };
    },
  });
  for (const table of ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const)
    await test.db.updateTable(table).set({ observed_seconds: sql`observed_seconds / 2` }).execute();
  const opened = await makeAlert(test.db, page, {
    created_at: testNow - 23.5 * hour,
    began_at: testNow - 24 * hour,
    ended_at: testNow - 23 * hour,
  });
  await makeAlert(test.db, page, { alert_type: 'RECOVERED', created_at: testNow - 23 * hour });
  await makeAlert(test.db, other, { created_at: testNow - hour });
  await makeAlert(test.db, page, { created_at: testNow - 3 * day, ended_at: testNow - 2 * day });
  const delivery = { channel: 'sms', created_at: testNow, next_attempt_at: null, sent_at: null } as const;
  const rest = { recipient: null, reason: null, lease_owner: null, lease_until: null };
  await test.db
    .insertInto('deliveries')
    .values([
      { ...delivery, ...rest, alert_id: opened.id, status: 'sent' },
      { ...delivery, ...rest, alert_id: opened.id, status: 'suppressed' },
      { ...delivery, ...rest, alert_id: opened.id + 1, status: 'suppressed' },
    ])
    .execute();
  await add(testNow, { website_ids: [shop.id] });
  startSchedule();
  await clock.advance(minute);
  const { title, text } = JSON.parse((await messages())[0]?.content ?? '{}') as { title: string; text: string };
  expect(title).toBe('Daily report "Ops": lowest uptime 95.83%, 1 outage');
  expect(text).toMatchInlineSnapshot(`
    "2026-03-09 12:00 to 2026-03-10 12:00 (UTC)

    UPTIME
    95.83%  Shop  1 outage, down for 1 hour; monitored 50% of the time

    SLOWEST
    0.20s  Shop  https://shop.example.com/

    ALERTS
    2 alerts: 1 sent, 1 suppressed

    CHANNELS NOT PROVEN FOR 45 DAYS
    none

    NEWEST BACKUP
    none
    "
  `);
  expect(text).not.toContain('word');
});
