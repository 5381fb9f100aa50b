import { deliveryPurposes, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { checkModes } from '@upvigil/core/contract/check-options/request-names';
import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { pingTypes } from '@upvigil/core/contract/names/states';
import { limits } from '@upvigil/core/limits';
import fc from 'fast-check';
import type { Insertable, Kysely } from 'kysely';
import { noRuns } from '../../../base/domain/heartbeat-runs.ts';
import { addToSketch, emptySketch } from '../../../base/domain/latency-sketch.ts';
import { problems } from '../../../base/domain/problems.ts';
import type { Database } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { testNow } from '../../../testing/rows.ts';
import { anyChannel, anyChannelState, anyDrill, anyMessage, anyNotice, anyReport, anySilence } from './any-alerting.ts';
import { anyEvidence } from './any-evidence.ts';
import { anyIncident, anyIncidentUpdate, applyIncident } from './any-incidents.ts';
import { anyMark, anyRun, anyRunUpdate, anyWindow } from './any-maintenance.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''));
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const flag = fc.constantFrom(0 as const, 1 as const);
const count = fc.nat({ max: 2_000_000_000 });
const withoutNegativeZero = (value: number): number => value || 0;
const between = ({ min, max }: { min: number; max: number }) =>
  fc.double({ min, max, noNaN: true }).map(withoutNegativeZero);
const percent = between(limits.packetLossThresholdPercent);
const real = fc.float({ min: 0, max: 100, noNaN: true }).map(withoutNegativeZero);
const json = fc.json();
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const size = fc.maxSafeNat();

const website = fc.record({ name: text, description: orNull(text), created_at: time });
const urlOptions = orNull(
  fc.constantFrom(
    JSON.stringify({ ip_family: '6', request: { method: 'HEAD', auth: { type: 'bearer' } } }),
    JSON.stringify({ cert_alerts: false, assertions: [{ source: 'size', property: '', compare: 'less', value: '9' }] }),
  ),
);
const target = fc.oneof(
  fc.record({
    kind: fc.constant('URL' as const),
    target: fc.webUrl(),
    port: fc.constant(null),
    options: urlOptions,
    secrets: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('URL' as const),
    target: fc.webUrl(),
    port: fc.constant(null),
    options: fc.constant(JSON.stringify({ request: { auth: { type: 'bearer' } } })),
    secrets: fc.constant(JSON.stringify({ 'auth.token': `sealed:${'0'.repeat(16)}:abc` })),
  }),
  fc.record({
    options: orNull(fc.constant(JSON.stringify({ ip_family: '4' }))),
    secrets: fc.constant(null),
    kind: fc.constantFrom(...networkMonitorTypes),
    target: fc.domain(),
    port: fc.integer(limits.port),
  }),
);
const ofAnyKind = fc.record({
  name: orNull(text),
  description: orNull(text),
  metadata_tag: orNull(text),
  packet_loss_threshold: orNull(percent),
  check_mode: orNull(fc.constantFrom(...checkModes)),
  timeout_seconds: between(limits.networkTimeoutSeconds),
  check_interval_seconds: between(limits.checkIntervalSeconds),
  response_time_threshold_seconds: between(limits.responseTimeThresholdSeconds),
  failure_threshold: fc.integer(limits.failureThreshold),
  recovery_threshold: fc.integer(limits.recoveryThreshold),
  parent_id: orNull(fc.integer({ min: 1 })),
  tags: fc.constantFrom('', ' db env:prod '),
  severity: orNull(fc.constantFrom(...severities)),
  enabled: flag,
  created_at: time,
  revision: count,
  is_up: orNull(flag),
  last_check_id: orNull(fc.integer({ min: 1 })),
  recent_checks: orNull(fc.constantFrom('', '!!$', '!%!~}~')),
  last_fault: orNull(
    fc
      .record({
        reason: fc.constantFrom('secret', 'proxy'),
        message: text,
        at: fc.constant('2026-11-20T18:24:00.000Z'),
        first_at: fc.constant('2026-11-20T17:24:00.000Z'),
        series_ms: count,
      })
      .map((fault) => JSON.stringify(fault)),
  ),
  outage_streak: count,
  outage_began_at: orNull(time),
  next_due_at: orNull(time),
  lease_owner: orNull(text),
});
export const anyMonitor = fc.tuple(ofAnyKind, target).map(([any, of]) => ({ ...any, ...of }));
const heartbeatOptions = {
  period: 3600,
  cron: null,
  time_zone: 'UTC',
  grace: 300,
  max_runtime: null,
  slow_runtime: null,
  post_only: false,
};
const anyHeartbeat = fc.record({
  monitor: ofAnyKind.map((any) => ({
    ...any,
    kind: 'HEARTBEAT' as const,
    target: '',
    options: JSON.stringify(heartbeatOptions),
    secrets: JSON.stringify({ heartbeat_key: `sealed:${'0'.repeat(16)}:abc` }),
  })),
  row: fc.record({
    key_hash: fc.uuid(),
    last_n: count,
    run_state: time.map((due_at) => JSON.stringify({ ...noRuns, due_at })),
    deadline_at: orNull(time),
  }),
  pings: fc.uniqueArray(
    fc.record({
      n: count,
      type: fc.constantFrom(...pingTypes),
      received_at: time,
      code: orNull(fc.integer(limits.heartbeat.exitCode)),
      rid: orNull(fc.uuid()),
      runtime_ms: orNull(size),
      is_ignored: flag,
      text: orNull(text),
    }),
    { selector: ({ n }) => n, maxLength: 3 },
  ),
});
const check = fc.record({
  checked_at: time,
  is_up: flag,
  response_time_us: orNull(size),
  status_code: orNull(fc.integer({ min: 100, max: 999 })),
  packet_loss: orNull(real),
  metadata_found: orNull(flag),
  error_message: orNull(text),
  phases: orNull(fc.nat({ max: 2 ** 31 - 1 })),
  in_maintenance: orNull(fc.constant(1 as const)),
});
const rollup = fc
  .record({
    bucket_start: time,
    failures: fc.nat({ max: 1000 }),
    slow: fc.nat({ max: 1000 }),
    sum_us: size,
    min_us: orNull(size),
    max_us: orNull(size),
    sketch: fc.array(fc.nat({ max: 120_000_000 })).map((times) => addToSketch(emptySketch, times)),
    status_counts: orNull(fc.dictionary(text, fc.nat()).map((counts) => JSON.stringify(counts))),
    observed_seconds: orNull(count),
  })
  .map((row) => ({
    ...row,
    checks: row.failures + row.slow,
    maintenance_checks: row.slow + row.failures,
    maintenance_failures: row.failures,
  }));
const disabledPeriod = fc.record({ from_at: time, until_at: orNull(time) });
const alert = fc.record({
  alert_type: fc.constantFrom(...alertTypes),
  problem: fc.constantFrom(...problems),
  message: text,
  cause: orNull(text),
  created_at: time,
  ended_at: orNull(time),
  ends_alert_id: orNull(fc.integer({ min: 1 })),
  public_message: orNull(text),
  began_at: orNull(time),
  acknowledged_at: orNull(time),
  acknowledged_by: orNull(text),
  acknowledge_note: orNull(text),
  severity: orNull(fc.constantFrom(...severities)),
  route: orNull(text),
  policy: orNull(text),
  mark: orNull(text),
  maintenance_run_id: orNull(fc.integer({ min: 1 })),
});
const evidence = fc.record({ taken_at: time, document: text.map((body) => JSON.stringify({ ...anyEvidence, body })) });
const delivery = fc.record({
  channel: fc.constantFrom(...deliveryChannels),
  channel_id: orNull(fc.integer({ min: 1 })),
  channel_name: orNull(text),
  purpose: fc.constantFrom(...deliveryPurposes),
  step: fc.nat({ max: 4 }),
  recipient: orNull(text),
  status: fc.constantFrom(...deliveryStatuses),
  reason: orNull(text),
  attempts: count,
  // Pending deliveries are younger than the hour after which they would not be sent.
  created_at: fc.integer({ min: testNow, max: testNow + 1000 }),
  next_attempt_at: time,
  sent_at: orNull(time),
});
const slackSettings = fc
  .record({ enabled: fc.boolean(), channel_name: fc.string(), alert_on_down: fc.boolean() })
  .map((settings) => JSON.stringify(settings));

const notificationTables = ['channels', 'channel_states', 'messages', 'drills', 'notices', 'reports'] as const;
const rollupTables = ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const;
const nth = fc.nat();
/** One step of an installation's life; `at` picks an existing row. */
export const anyOperation = fc.oneof(
  fc.record({ do: fc.constant('website' as const), row: website, slack: orNull(slackSettings) }),
  fc.record({ do: fc.constant('monitor' as const), at: nth, row: anyMonitor }),
  fc.record({ do: fc.constant('heartbeat' as const), at: nth, heartbeat: anyHeartbeat }),
  fc.record({ do: fc.constant('checks' as const), at: nth, rows: fc.array(check, { maxLength: 8 }) }),
  fc.record({ do: fc.constant('disabled' as const), at: nth, row: disabledPeriod }),
  fc.record({ do: fc.constant('rollup' as const), at: nth, table: fc.constantFrom(...rollupTables), row: rollup }),
  fc.record({
    do: fc.constant('alert' as const),
    at: nth,
    row: alert,
    evidence: orNull(evidence),
    deliveries: fc.array(delivery, { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('setting' as const), key: text, value: json }),
  fc.record({ do: fc.constant('silence' as const), at: nth, row: anySilence }),
  fc.record({ do: fc.constant('mark' as const), at: nth, row: anyMark }),
  fc.record({
    do: fc.constant('incident' as const),
    row: anyIncident,
    updates: fc.array(anyIncidentUpdate, { maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('window' as const),
    row: anyWindow,
    runs: fc.uniqueArray(anyRun, { selector: ({ starts_at }) => starts_at, maxLength: 3 }),
    updates: fc.array(anyRunUpdate, { maxLength: 2 }),
  }),
  fc
    .oneof(
      fc.record({ table: fc.constant('channels' as const), row: anyChannel }),
      fc.record({ table: fc.constant('channel_states' as const), row: anyChannelState }),
      fc.record({ table: fc.constant('messages' as const), row: anyMessage }),
      fc.record({ table: fc.constant('drills' as const), row: anyDrill }),
      fc.record({ table: fc.constant('notices' as const), row: anyNotice }),
      fc.record({ table: fc.constant('reports' as const), row: anyReport }),
    )
    .map((added) => ({ do: 'told' as const, ...added })),
  fc.record({
    do: fc.constant('delete' as const),
    table: fc.constantFrom('stored_websites', 'stored_monitors', 'checks'),
    at: nth,
  }),
);
type Deletable = 'stored_websites' | 'stored_monitors' | 'checks';
export type Operation = typeof anyOperation extends fc.Arbitrary<infer Value> ? Value : never;

/** The database as rows of plain values. */
type Rows = Kysely<Record<string, Record<string, unknown>>>;

/** The id of an existing row, or undefined. */
async function pick(db: Database, table: 'websites' | 'monitors' | Deletable, at: number): Promise<number | undefined> {
  const rows = await (db as unknown as Rows).selectFrom(table).select('id').orderBy('id').execute();
  const row = rows[at % Math.max(rows.length, 1)];
  return row ? Number(row.id) : undefined;
}

export async function insertRows<Table extends keyof Tables>(
  db: Database,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) {
  if (rows.length === 0) return;
  await (db as unknown as Rows)
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Empties the installation. */
const removeAll = (db: Database): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const alone = [
      'stored_websites',
      'incidents',
      'settings',
      'maintenance_windows',
      'marks',
      ...notificationTables,
    ] as const;
    for (const table of alone) {
      await transaction.deleteFrom(table).execute();
    }
  });

async function applyOperation(db: Database, step: Operation): Promise<void> {
  switch (step.do) {
    case 'website': {
      const { id } = await db.insertInto('stored_websites').values(step.row).returning('id').executeTakeFirstOrThrow();
      if (step.slack !== null) await insertRows(db, 'slack_settings', [{ website_id: id, value: step.slack }]);
      return;
    }
    case 'monitor': {
      const website_id = await pick(db, 'websites', step.at);
      if (website_id) await insertRows(db, 'stored_monitors', [{ ...step.row, website_id }]);
      return;
    }
    case 'heartbeat':
      return applyHeartbeat(db, step);
    case 'checks': {
      const monitor_id = await pick(db, 'monitors', step.at);
      if (monitor_id)
        await insertRows(
          db,
          'checks',
          step.rows.map((row) => ({ ...row, monitor_id })),
        );
      return;
    }
    case 'rollup': {
      const monitor_id = await pick(db, 'monitors', step.at);
      if (monitor_id) await insertRows(db, step.table, [{ ...step.row, monitor_id }]);
      return;
    }
    case 'disabled':
      return applyDisabled(db, step);
    case 'alert':
      return applyAlert(db, step);
    case 'incident':
      return applyIncident(db, step);
    case 'setting':
      return insertRows(db, 'settings', [{ key: step.key, value: step.value }]);
    case 'silence': {
      const monitor_id = await pick(db, 'monitors', step.at);
      if (monitor_id) await insertRows(db, 'silences', [{ ...step.row, monitor_id, website_id: null }]);
      return;
    }
    case 'mark': {
      const website_id = (await pick(db, 'websites', step.at)) ?? null;
      return insertRows(db, 'marks', [{ ...step.row, website_id }]);
    }
    case 'window':
      return applyWindow(db, step);
    case 'told':
      return insertRows(db, step.table, [step.row]);
    case 'delete': {
      const id = await pick(db, step.table, step.at);
      if (id)
        await db
          .deleteFrom(step.table as 'stored_websites')
          .where('id', '=', id)
          .execute();
    }
  }
}

async function applyDisabled(db: Database, { at, row }: Extract<Operation, { do: 'disabled' }>): Promise<void> {
  const monitor_id = await pick(db, 'monitors', at);
  if (monitor_id) await insertRows(db, 'disabled_periods', [{ ...row, monitor_id }]);
}

async function applyHeartbeat(
  db: Database,
  { at, heartbeat: { monitor, row, pings } }: Extract<Operation, { do: 'heartbeat' }>,
): Promise<void> {
  const website_id = await pick(db, 'websites', at);
  if (!website_id) return;
  const { id: monitor_id } = await db
    .insertInto('stored_monitors')
    .values({ ...monitor, website_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(db, 'heartbeats', [{ ...row, monitor_id }]);
  await insertRows(
    db,
    'heartbeat_pings',
    pings.map((ping) => ({ ...ping, monitor_id })),
  );
}

async function applyAlert(db: Database, step: Extract<Operation, { do: 'alert' }>): Promise<void> {
  const id = await pick(db, 'monitors', step.at);
  if (!id) return;
  const { website_id } = await db
    .selectFrom('monitors')
    .select('website_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: alert_id } = await db
    .insertInto('alerts')
    .values({ ...step.row, website_id, monitor_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(
    db,
    'deliveries',
    step.deliveries.map((row) => ({ ...row, alert_id })),
  );
  if (step.evidence) await insertRows(db, 'evidence', [{ ...step.evidence, alert_id, monitor_id: id }]);
}

/** Replaces the data with the result of these steps. */
export async function replaceByLife(db: Database, steps: readonly Operation[]): Promise<void> {
  await removeAll(db);
  await db.transaction().execute(async (transaction) => {
    for (const step of steps) await applyOperation(transaction, step);
  });
}

/** Stores a window with its runs; the updates are of the first one. */
async function applyWindow(
  db: Database,
  { row, runs, updates }: Pick<Extract<Operation, { do: 'window' }>, 'row' | 'runs' | 'updates'>,
): Promise<void> {
  const { id } = await db.insertInto('maintenance_windows').values(row).returning('id').executeTakeFirstOrThrow();
  await insertRows(
    db,
    'maintenance_runs',
    runs.map((run) => ({ ...run, window_id: id })),
  );
  const first = await db.selectFrom('maintenance_runs').select('id').where('window_id', '=', id).executeTakeFirst();
  if (!first) return;
  await insertRows(
    db,
    'maintenance_updates',
    updates.map((update) => ({ ...update, run_id: first.id })),
  );
}
