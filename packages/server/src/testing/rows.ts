import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { dayMs } from '@upvigil/core/time';
import type { Insertable } from 'kysely';
import type { FinishedCheck } from '../base/domain/check.ts';
import {
  addChecks,
  bucketStart,
  bucketWidths,
  type CountedCheck,
  emptyRollup,
  rollupTables,
} from '../checks/record/rollups/rollup.ts';
import { writeRollups } from '../checks/record/rollups/rollup-store.ts';
import type { Database } from '../storage/database.ts';
import { rowChunks } from '../storage/row-chunks.ts';
import type { MonitorTable, WebsiteTable } from '../storage/tables/monitor-tables.ts';
import type { AlertRow, CheckRow, MonitorRow, RollupRow, Tables } from '../storage/tables.ts';

/** Default time of test rows: 2026-03-10T12:00:00Z. */
export const testNow = Date.UTC(2026, 2, 10, 12);

type WebsiteRow = { id: number } & Omit<Insertable<WebsiteTable>, 'id'>;

export async function makeWebsite(db: Database, given: Partial<Insertable<WebsiteTable>> = {}): Promise<WebsiteRow> {
  const row = { name: 'Shop', description: null, created_at: testNow, ...given };
  const { id } = await db.insertInto('stored_websites').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...row, id };
}

const networkTargets: Partial<Record<MonitorKind, Pick<Insertable<MonitorTable>, 'name' | 'target' | 'port'>>> = {
  TCP_PORT: { name: 'Database', target: 'db.example.com', port: 5432 },
  ICMP_PING: { name: 'Router', target: '192.0.2.1', port: null },
  IMAP: { name: 'Mail', target: 'mail.example.com', port: 993 },
};
const anyTarget = { name: 'Service', target: 'service.example.com', port: 7 };

/** A monitor of any kind, enabled and never checked. Creates a website for it unless `website_id` is given. */
export async function makeMonitor(db: Database, given: Partial<Insertable<MonitorTable>> = {}): Promise<MonitorRow> {
  const website_id = given.website_id ?? (await makeWebsite(db)).id;
  const [id = 0] = await makeMonitors(db, [{ ...given, website_id }]);
  return db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

type GivenMonitor = Partial<Insertable<MonitorTable>> & { website_id: number };

/** Many such monitors, in few statements. Returns their ids. */
export async function makeMonitors(db: Database, given: readonly GivenMonitor[]): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of rowChunks(given)) {
    const rows = await db.insertInto('stored_monitors').values(chunk.map(monitorValues)).returning('id').execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function monitorValues(given: GivenMonitor): Insertable<MonitorTable> {
  const kind = given.kind ?? 'URL';
  const target =
    kind === 'URL'
      ? { name: null, target: 'https://shop.example.com/', port: null, check_mode: 'http' as const }
      : { ...(networkTargets[kind] ?? anyTarget), check_mode: null };
  return {
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
  };
}

/** A check row only, without roll-ups or monitor state. */
export async function makeCheck(
  db: Database,
  given: Partial<Insertable<Tables['checks']>> & { monitor_id: number },
): Promise<CheckRow> {
  return db
    .insertInto('checks')
    .values({ checked_at: testNow, is_up: 1, response_time_us: 120_000, status_code: 200, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An alert row of `monitor`. */
export async function makeAlert(
  db: Database,
  monitor: Pick<MonitorRow, 'id' | 'website_id'>,
  given: Partial<Insertable<Tables['alerts']>> = {},
): Promise<AlertRow> {
  return db
    .insertInto('alerts')
    .values({
      website_id: monitor.website_id,
      monitor_id: monitor.id,
      alert_type: 'DOWN',
      problem: 'outage',
      message: 'https://shop.example.com/ is down: HTTP 503',
      cause: 'HTTP 503',
      created_at: testNow,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A check as the engine passes it on; by default up after 120 ms. */
export function finishedCheck(
  monitor: Pick<MonitorRow, 'id' | 'revision' | 'created_at'>,
  given: Partial<FinishedCheck> = {},
): FinishedCheck {
  return {
    monitor_id: monitor.id,
    revision: monitor.revision,
    monitor_created_at: monitor.created_at,
    checked_at: testNow,
    next_due_at: testNow + 60_000,
    is_up: true,
    is_slow: false,
    error_message: null,
    response_time_us: 120_000,
    status_code: 200,
    metadata_found: null,
    packet_loss: null,
    phases: null,
    evidence: null,
    ...given,
  };
}

export interface History {
  monitor_ids: readonly number[];
  /** The time of the first check, and the end (exclusive), in milliseconds since the epoch. */
  from: number;
  to: number;
  interval_seconds: number;
  /** Keeps quarter-hours of the last days only, as retention does; absent: all. */
  quarter_days?: number;
  /** The result of the check at a time; by default up after 100 to 140 ms. */
  check?: (at: number) => CountedCheck;
}

const steadyCheck = (at: number): CountedCheck => ({
  is_up: true,
  is_slow: false,
  response_time_us: 100_000 + (((at / 1000) * 7919) % 40_000),
  status: null,
});

const figureColumns = [
  'checks',
  'failures',
  'slow',
  'sum_us',
  'min_us',
  'max_us',
  'sketch',
  'status_counts',
  'observed_seconds',
] as const;

/** Writes the same roll-ups, without raw checks, for each monitor: a year of thousands of monitors in seconds. */
export async function fillHistory(db: Database, history: History): Promise<void> {
  const [first, ...others] = history.monitor_ids;
  if (first === undefined) return;
  const { quarter_days = Number.POSITIVE_INFINITY } = history;
  for (const table of rollupTables) {
    const from =
      table === 'rollups_quarter_hourly' ? Math.max(history.from, history.to - quarter_days * dayMs) : history.from;
    await writeRollups(db, table, historyRows(first, bucketWidths[table], { ...history, from }));
    if (others.length === 0) continue;
    await db
      .insertInto(table)
      .columns(['bucket_start', 'monitor_id', ...figureColumns])
      .expression((eb) =>
        eb
          .selectFrom('monitors as m')
          .innerJoin(`${table} as r`, (join) => join.on('r.monitor_id', '=', first))
          .select(['r.bucket_start', 'm.id', ...figureColumns])
          .where('m.id', 'in', others),
      )
      .execute();
  }
}

function historyRows(monitorId: number, width: number, history: History): RollupRow[] {
  const { from, to, interval_seconds, check = steadyCheck } = history;
  const rows: RollupRow[] = [];
  for (let start = bucketStart(from, width); start < to; start += width) {
    const checks: CountedCheck[] = [];
    for (let at = Math.max(start, from); at < Math.min(start + width, to); at += interval_seconds * 1000) {
      checks.push({ observed_seconds: interval_seconds, ...check(at) });
    }
    if (checks.length > 0) rows.push(addChecks(emptyRollup(monitorId, start), checks));
  }
  return rows;
}
