import { randomUUID } from 'node:crypto';
import { RequestError } from '@upvigil/core/contract/errors';
import {
  type Heartbeat,
  type HeartbeatChange,
  type HeartbeatInput,
  type HeartbeatOptions,
  type HeartbeatPing,
  hasOneSchedule,
  oneSchedule,
} from '@upvigil/core/contract/heartbeats';
import { heartbeatPaths } from '@upvigil/core/contract/names/paths';
import { cronProblem } from '@upvigil/core/rules/due-times';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import type { Insertable } from 'kysely';
import { noRuns } from '../../base/domain/heartbeat-runs.ts';
import { storeTags } from '../../base/domain/stored-tags.ts';
import {
  hashOfKey,
  insertHeartbeat,
  isKeyTaken,
  optionsOf,
  readHeartbeats,
  runStateOf,
  updateHeartbeat,
} from '../../checks/heartbeats/heartbeat-store.ts';
import { deadlineOf, hintOf, intervalMs, startSchedule, stateAt } from '../../checks/heartbeats/run-rules.ts';
import {
  idsOf,
  insertWithSecrets,
  listMonitors,
  type MonitorEdit,
  type MonitorWithCheck,
  requireMonitor,
  unknownMonitor,
} from '../../checks/monitors/monitor-store.ts';
import { readLastDay } from '../../checks/record/result-store.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { monitorSecrets, openSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { SecretOpener, Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { HeartbeatRow, PingRow } from '../../storage/tables/heartbeat-tables.ts';
import type { MonitorTable } from '../../storage/tables/monitor-tables.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { flagOf, timeOf, timeOrNull, truthOrNull } from '../../storage/wire-format.ts';
import { changedColumns, commonSettings, withChange } from './monitor-settings.ts';
import type { RouteDeps } from './route-deps.ts';
import { stateReading } from './state-reading.ts';
import { recentChecksAnswer } from './wire-checks.ts';

/** The name of the key among the secrets of a monitor. */
const keyName = 'heartbeat_key';
/** A heartbeat measures nothing itself: these columns of a monitor have no meaning for it. */
const unused = { timeout_seconds: 10, response_time_threshold_seconds: 120 };

type ReadDeps = Pick<RouteDeps, 'db' | 'clock' | 'secrets' | 'current'> & { publicUrl(): string };
/** Whether the answer has the key. */
interface Reader {
  showsKey: boolean;
}

/** The heartbeats of a website by id, in a fixed number of statements. */
export async function listHeartbeats(deps: ReadDeps, websiteId: number, reader: Reader): Promise<Heartbeat[]> {
  return heartbeatAnswers(deps, await listMonitors(deps.db, 'heartbeat', { website_id: websiteId }), reader);
}

/** @throws RequestError `notFound` when there is no heartbeat with this id */
export async function readHeartbeat(deps: ReadDeps, id: number, reader: Reader): Promise<Heartbeat> {
  const [answer] = await heartbeatAnswers(deps, [await requireMonitor(deps.db, 'heartbeat', id)], reader);
  if (!answer) throw unknownMonitor('heartbeat', id);
  return answer;
}

async function heartbeatAnswers(
  { db, clock, secrets, current, publicUrl }: ReadDeps,
  found: readonly MonitorWithCheck[],
  { showsKey }: Reader,
): Promise<Heartbeat[]> {
  if (found.length === 0) return [];
  const now = clock.now();
  const ids = idsOf(found);
  const rows = await readHeartbeats(db, ids);
  const lastDay = await readLastDay(db, ids, now);
  const counts = await countsMaintenance(db);
  const open = await secrets.opener(db);
  const { maintained } = stateReading(current, now);
  return found.flatMap(({ monitor }) => {
    const row = rows.get(monitor.id);
    if (!row) return [];
    return [
      {
        ...settingsAnswer(monitor),
        ...stateAnswer(monitor, row, now),
        ...addressAnswer(monitor, open, { publicUrl: publicUrl(), showsKey }),
        ...lastDay(monitor, counts),
        ...maintained(monitor),
      },
    ];
  });
}

const settingsAnswer = (monitor: MonitorRow) => ({
  id: monitor.id,
  website_id: monitor.website_id,
  ...heartbeatSettings(monitor),
  created_at: timeOf(monitor.created_at),
});

function stateAnswer(monitor: MonitorRow, row: HeartbeatRow, now: number) {
  const state = runStateOf(row);
  const is_up = truthOrNull(monitor.is_up);
  const { last_run } = state;
  return {
    state: stateAt(state, { enabled: monitor.enabled === 1, is_up }, now),
    next_due_at: timeOrNull(state.due_at),
    last_run: last_run && {
      started_at: timeOrNull(last_run.started_at),
      ended_at: timeOrNull(last_run.ended_at),
      code: last_run.code,
      runtime: secondsOf(last_run.runtime_ms),
    },
    time_zone_hint: hintOf(optionsOf(monitor), state),
    is_up,
    last_check_time: timeOrNull(monitor.last_check_time),
    recent_checks: recentChecksAnswer(monitor),
  };
}

const secondsOf = (milliseconds: number | null): number | null => (milliseconds === null ? null : milliseconds / 1000);

function addressAnswer(
  monitor: MonitorRow,
  open: SecretOpener,
  { publicUrl, showsKey }: Reader & { publicUrl: string },
): Pick<Heartbeat, 'key' | 'ping_url' | 'push_url' | 'secrets_missing'> {
  const key = openSecrets(monitor, open)?.[keyName] ?? null;
  if (key === null || !showsKey) return { key: null, ping_url: null, push_url: null, secrets_missing: key === null };
  return {
    key,
    ping_url: publicUrl + heartbeatPaths.ping + key,
    push_url: publicUrl + heartbeatPaths.push + key,
    secrets_missing: false,
  };
}

export const pingAnswer = (row: PingRow): HeartbeatPing => ({
  n: row.n,
  type: row.type,
  received_at: timeOf(row.received_at),
  code: row.code,
  rid: row.rid,
  runtime: secondsOf(row.runtime_ms),
  ignored: row.is_ignored === 1,
  has_text: row.text !== null,
});

type Settings = Omit<HeartbeatInput, 'key'>;

const heartbeatSettings = (row: MonitorRow): Settings => ({
  name: row.name ?? '',
  description: row.description,
  enabled: row.enabled === 1,
  failure_threshold: row.failure_threshold,
  severity: row.severity,
  ...commonSettings(row),
  ...optionsOf(row),
});

function heartbeatColumns({ name, description, enabled, failure_threshold, severity, ...rest }: Settings) {
  const { parent_id, tags, recovery_threshold, ...options } = rest;
  return {
    name,
    description,
    enabled: flagOf(enabled),
    failure_threshold,
    severity,
    parent_id,
    tags: storeTags(tags),
    recovery_threshold,
    options: optionsText(options),
  };
}

/** In a fixed order, so that equal options are equal texts. */
const optionsText = ({ period, cron, time_zone, grace, max_runtime, slow_runtime, post_only }: HeartbeatOptions) =>
  JSON.stringify({ period, cron, time_zone, grace, max_runtime, slow_runtime, post_only });

const intervalSeconds = (options: HeartbeatOptions, now: number): number => intervalMs(options, now) / 1000;

/** @throws RequestError `invalid` when the schedule is not valid */
export function requireSchedule(schedule: Pick<HeartbeatOptions, 'period' | 'cron'>): void {
  if (!hasOneSchedule(schedule)) throw refused('period', oneSchedule.error);
  const problem = schedule.cron === null ? null : cronProblem(schedule.cron);
  if (problem === 'malformed') throw refused('cron', heartbeatMessages.cron);
  if (problem === 'never_matches') throw refused('cron', heartbeatMessages.neverDue);
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });

/** Returns the new id. @throws RequestError `invalid` when the schedule is not valid or another one has the key */
export async function addHeartbeat(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  { website_id, key = randomUUID(), ...input }: HeartbeatInput & { website_id: number },
  now: number,
): Promise<number> {
  requireSchedule(input);
  await requireFreeKey(trx, key, null);
  const row: Insertable<MonitorTable> = {
    website_id,
    kind: 'HEARTBEAT',
    target: '',
    ...heartbeatColumns(input),
    ...unused,
    check_interval_seconds: intervalSeconds(input, now),
    created_at: now,
  };
  const id = await insertWithSecrets(trx, secrets, row, { [keyName]: key });
  await insertHeartbeat(trx, {
    monitor_id: id,
    key_hash: hashOfKey(key),
    last_n: 0,
    run_state: JSON.stringify(noRuns),
    deadline_at: null,
  });
  return id;
}

async function requireFreeKey(trx: Database, key: string, except: number | null): Promise<void> {
  if (await isKeyTaken(trx, hashOfKey(key), except)) throw refused('key', heartbeatMessages.keyTaken);
}

/**
 * A changed heartbeat, and the columns that the change edits.
 * @throws RequestError `invalid` when the changed heartbeat is not valid
 */
export function planHeartbeat(row: MonitorRow, change: Omit<HeartbeatChange, 'key'>) {
  const before = heartbeatSettings(row);
  const after = withChange(before, { ...change, ...otherSchedule(change) });
  requireSchedule(after);
  return { before, after, columns: changedColumns(heartbeatColumns(before), heartbeatColumns(after)) };
}

/**
 * The columns that a change edits; its other rows are written at once.
 * @throws RequestError `invalid` when the changed heartbeat is not valid
 */
export async function heartbeatEdit(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  row: MonitorRow,
  { key, ...change }: HeartbeatChange,
  now: number,
): Promise<MonitorEdit> {
  const { before, after, columns } = planHeartbeat(row, change);
  await followChange(trx, row.id, { before, after, now });
  return {
    ...columns,
    check_interval_seconds: intervalSeconds(after, now),
    ...(key === undefined ? {} : { secrets: await changeKey(trx, secrets, row.id, key) }),
  };
}

/** A new period removes the cron expression, and the reverse. */
function otherSchedule({ period, cron }: HeartbeatChange): Pick<HeartbeatChange, 'period' | 'cron'> {
  if (typeof period === 'number' && cron === undefined) return { cron: null };
  return typeof cron === 'string' && period === undefined ? { period: null } : {};
}

/** Starts or stops the schedule as the change demands. */
export async function followChange(
  trx: DatabaseTransaction,
  id: number,
  { before, after, now }: { before: Settings; after: Settings; now: number },
): Promise<void> {
  const stored = (await readHeartbeats(trx, [id])).get(id);
  if (!stored) throw unknownMonitor('heartbeat', id);
  const state = runStateOf(stored);
  const isSame = (['period', 'cron', 'time_zone', 'enabled'] as const).every((name) => before[name] === after[name]);
  const next = isSame ? state : startSchedule(after, state, now);
  const run_state = after.enabled ? next : { ...next, due_at: null };
  await updateHeartbeat(trx, id, {
    run_state: JSON.stringify(run_state),
    deadline_at: after.enabled ? deadlineOf(after, run_state) : null,
  });
}

/** Returns the encrypted secrets. The old address stops with the commit. */
export async function changeKey(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  id: number,
  key: string = randomUUID(),
): Promise<string | null> {
  await requireFreeKey(trx, key, id);
  await updateHeartbeat(trx, id, { key_hash: hashOfKey(key) });
  const named = { [keyName]: key };
  return secretsText(await secrets.seal(trx, named, monitorSecrets(id, named)));
}
