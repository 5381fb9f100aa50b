import type { Insertable } from 'kysely';
import type { FinishedCheck } from '../monitoring/check.ts';
import type { Database } from '../storage/database.ts';
import type {
  AlertRow,
  AlertTable,
  CheckRow,
  CheckTable,
  MonitorRow,
  MonitorTable,
  WebsiteTable,
} from '../storage/tables.ts';

/** When the rows of tests were made unless they say otherwise: 2026-03-10T12:00:00Z. */
export const testNow = Date.UTC(2026, 2, 10, 12);

type WebsiteRow = { id: number } & Omit<Insertable<WebsiteTable>, 'id'>;

export async function makeWebsite(db: Database, given: Partial<Insertable<WebsiteTable>> = {}): Promise<WebsiteRow> {
  const row = { name: 'Shop', description: null, created_at: testNow, ...given };
  const { id } = await db.insertInto('websites').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...row, id };
}

const networkTargets = {
  TCP_PORT: { name: 'Database', target: 'db.example.com', port: 5432 },
  ICMP_PING: { name: 'Router', target: '192.0.2.1', port: null },
  IMAP: { name: 'Mail', target: 'mail.example.com', port: 993 },
} as const;

/** A monitor of any kind, enabled and never checked; makes a website for it unless `website_id` is given. */
export async function makeMonitor(db: Database, given: Partial<Insertable<MonitorTable>> = {}): Promise<MonitorRow> {
  const website_id = given.website_id ?? (await makeWebsite(db)).id;
  const kind = given.kind ?? 'URL';
  const target =
    kind === 'URL'
      ? { name: null, target: 'https://shop.example.com/', port: null, check_mode: 'http' as const }
      : { ...networkTargets[kind], check_mode: null };
  return db
    .insertInto('monitors')
    .values({
      description: null,
      metadata_tag: null,
      metadata_value: null,
      expected_response: null,
      packet_loss_threshold: kind === 'URL' ? null : 50,
      timeout_seconds: 10,
      check_interval_seconds: 60,
      response_time_threshold_seconds: 5,
      failure_threshold: 2,
      enabled: 1,
      created_at: testNow,
      ...target,
      ...given,
      kind,
      website_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A raw check row alone: neither roll-ups nor the monitor's state follow. */
export async function makeCheck(
  db: Database,
  given: Partial<Insertable<CheckTable>> & { monitor_id: number },
): Promise<CheckRow> {
  return db
    .insertInto('checks')
    .values({ checked_at: testNow, is_up: 1, response_time_us: 120_000, status_code: 200, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An alert row; `monitor` says whose. */
export async function makeAlert(
  db: Database,
  monitor: Pick<MonitorRow, 'id' | 'website_id'>,
  given: Partial<Insertable<AlertTable>> = {},
): Promise<AlertRow> {
  return db
    .insertInto('alerts')
    .values({
      website_id: monitor.website_id,
      monitor_id: monitor.id,
      alert_type: 'DOWN',
      problem: 'outage',
      message: 'https://shop.example.com/ is down: HTTP 503',
      created_at: testNow,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A check as the engine hands it on: up after 120 ms unless given otherwise. */
export function finishedCheck(
  monitor: Pick<MonitorRow, 'id' | 'revision'>,
  given: Partial<FinishedCheck> = {},
): FinishedCheck {
  return {
    monitor_id: monitor.id,
    revision: monitor.revision,
    checked_at: testNow,
    next_due_at: testNow + 60_000,
    is_up: true,
    is_slow: false,
    error_message: null,
    screenshot: null,
    response_time_us: 120_000,
    status_code: 200,
    metadata_found: null,
    packet_loss: null,
    ...given,
  };
}
