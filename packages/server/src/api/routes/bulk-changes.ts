import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { AuditChange } from '@upvigil/core/contract/audit';
import { RequestError } from '@upvigil/core/contract/errors';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import type { BulkInput, BulkResult } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';
import { bulkMessages } from '@upvigil/core/texts/bulk';
import { acknowledgeAlerts } from '../../alerts/decide/alert-list-store.ts';
import { listedName } from '../../base/domain/monitor-name.ts';
import { markMonitors } from '../../checks/monitors/delete-monitors.ts';
import { editMonitors } from '../../checks/monitors/monitor-store.ts';
import { hasWebsite, lockWebsite } from '../../checks/monitors/website-store.ts';
import { forgetSumsOf } from '../../checks/record/rollups/website-sums-store.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { type Plan, planEdits } from './bulk-plan.ts';
import { refuse } from './changed-url.ts';
import { followChange, planHeartbeat } from './heartbeats-store.ts';
import { matchingIds } from './monitor-list-store.ts';
import type { RouteDeps } from './route-deps.ts';
import { insertSilence, reevaluateMuted, removeEnded, requireEnd, tooManySilences } from './silences-store.ts';

type BulkDeps = Pick<RouteDeps, 'secrets' | 'current'>;

export interface Bulk {
  result: BulkResult;
  /** The ids and websites of the changed monitors. */
  ids: number[];
  websiteIds: number[];
}

/** Monitors that an action changes in the same way; writes to them come last. */
interface Work {
  trx: DatabaseTransaction;
  rows: readonly MonitorRow[];
  input: BulkInput;
  now: number;
  /** The person or token, for acknowledgements. */
  by: string;
  pause: () => Promise<void>;
}

/** The plan of an action for the selected monitors. `apply` is not called for a preview. */
interface Planned extends Omit<Plan, 'edits'> {
  changed: MonitorRow[];
  /** Websites that get monitors. */
  newWebsites?: number[];
  apply(): Promise<void>;
}

/**
 * Changes the selected monitors in one transaction, or plans this only.
 * @throws RequestError `conflict` if the selection has another number of monitors than expected; `invalid` without the
 * website to which they move
 */
export async function changeMany(
  deps: BulkDeps,
  trx: DatabaseTransaction,
  input: BulkInput,
  { now, by }: { now: number; by: string },
): Promise<Bulk> {
  const pause = createPauses();
  await requireWebsite(trx, input);
  const { rows, unknown } = await selectRows(deps, trx, input, { now, pause });
  const found = rows.length + unknown.length;
  const { expected_count = found } = input;
  if (expected_count !== found)
    throw new RequestError('conflict', bulkMessages.count(expected_count, found), {
      facts: { expected_count, found },
    });
  const planned = await planAction(deps, { trx, rows, input, now, by, pause });
  if (!input.dry_run) await planned.apply();
  const websites = new Set(planned.changed.map(({ website_id }) => website_id));
  return {
    result: {
      changed: planned.changed.length,
      unchanged: planned.unchanged,
      refused: [
        ...unknown.map((id) => ({ id, name: '', message: bulkMessages.unknown(id) })),
        ...planned.refused.map(({ row, message }) => ({ id: row.id, name: listedName(row), message })),
      ],
      websites: websites.size,
    },
    ids: planned.changed.map(({ id }) => id),
    websiteIds: [...new Set([...websites, ...(planned.newWebsites ?? [])])],
  };
}

/** Lets checks and requests run: a change of 1,000 monitors takes half a second, and checks must start on time. */
function createPauses(): () => Promise<void> {
  const sliceMilliseconds = 2;
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMilliseconds) return;
    await setImmediate();
    began = performance.now();
  };
}

/** Locks the website that monitors move to, before any monitor: its deletion locks in this order too. */
async function requireWebsite(
  trx: DatabaseTransaction,
  { changes: { website_id }, dry_run }: BulkInput,
): Promise<void> {
  if (website_id === undefined) return;
  const isKnown = dry_run ? await hasWebsite(trx, website_id) : await lockWebsite(trx, website_id);
  if (!isKnown) refuse([{ field: 'changes.website_id', message: `There is no website ${website_id}` }]);
}

/** The rows of the selection, and its unknown ids. Those to be changed are locked. */
async function selectRows(
  deps: BulkDeps,
  trx: DatabaseTransaction,
  { ids = [], filter, dry_run }: BulkInput,
  { now, pause }: Pick<Work, 'now' | 'pause'>,
): Promise<{ rows: MonitorRow[]; unknown: number[] }> {
  const isLocked = !dry_run;
  if (filter === undefined) {
    const wanted = [...new Set(ids)].sort((a, b) => a - b);
    const rows = await readRows(trx, wanted, { isLocked, pause });
    const known = new Set(rows.map(({ id }) => id));
    return { rows, unknown: wanted.filter((id) => !known.has(id)) };
  }
  const list = { ...deps, db: trx };
  const rows = await readRows(trx, await matchingIds(list, filter, now), { isLocked, pause });
  if (!isLocked) return { rows, unknown: [] };
  // On PostgreSQL, the lock may have waited for an edit after which a monitor no longer matches.
  const locked = rows.map(({ id }) => id);
  const matching = new Set(await matchingIds(list, filter, now, locked));
  return { rows: rows.filter(({ id }) => matching.has(id)), unknown: [] };
}

/** Rows of one statement, which takes about a millisecond. */
const readAtOnce = 64;

/** By id. A lock keeps other processes from changing the monitors before the commit. */
async function readRows(
  trx: DatabaseTransaction,
  ids: readonly number[],
  { isLocked, pause }: { isLocked: boolean; pause: () => Promise<void> },
): Promise<MonitorRow[]> {
  const found: MonitorRow[] = [];
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const chunk = ids.slice(at, at + readAtOnce);
    const rows = isLocked
      ? await trx
          .updateTable('stored_monitors')
          .set((eb) => ({ revision: eb.ref('revision') }))
          .where('id', 'in', chunk)
          .where('deleted_at', 'is', null)
          .returningAll()
          .execute()
      : await trx.selectFrom('monitors').selectAll().where('id', 'in', chunk).execute();
    found.push(...rows.sort((a, b) => a.id - b.id));
    await pause();
  }
  return found;
}

async function planAction(deps: BulkDeps, work: Work): Promise<Planned> {
  const { trx, rows, input, now } = work;
  switch (input.action) {
    case 'check': {
      const [heartbeats, others] = partition(rows, ({ kind }) => kind === heartbeatKind.type);
      const refused = heartbeats.map((row) => ({ row, message: bulkMessages.noChecks }));
      return { changed: others, unchanged: 0, refused, apply: async () => undefined };
    }
    case 'delete': {
      const ids = rows.map(({ id }) => id);
      return { changed: [...rows], unchanged: 0, refused: [], apply: () => markMonitors(trx, ids, now) };
    }
    case 'mute':
      return planMutes(work);
    case 'unmute':
      return planUnmutes(work);
    case 'acknowledge':
      return planAcknowledgements(work);
    default:
      return planFieldEdits(deps, work);
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function planFieldEdits({ secrets }: BulkDeps, { trx, rows, input, now, pause }: Work): Promise<Planned> {
  const { website_id } = input.changes;
  const { edits, unchanged, refused } = await planEdits(trx, secrets, rows, input, pause);
  const apply = async () => {
    const moved = edits.filter(({ edit }) => edit.website_id !== undefined).map(({ row }) => row.id);
    await forgetSums(trx, moved);
    await editMonitors(trx, edits, now, pause);
    await forgetSums(trx, moved);
    if (website_id !== undefined) await moveOpenAlerts(trx, moved, website_id);
    for (const { row, edit } of edits) {
      if (row.kind !== heartbeatKind.type || edit.enabled === undefined) continue;
      await followChange(trx, row.id, { ...planHeartbeat(row, { enabled: edit.enabled === 1 }), now });
      await pause();
    }
  };
  return {
    changed: edits.map(({ row }) => row),
    unchanged,
    refused,
    newWebsites: website_id === undefined ? [] : [website_id],
    apply,
  };
}

/** Before and after a move: the history of a monitor counts for its website. */
async function forgetSums(trx: DatabaseTransaction, ids: readonly number[]): Promise<void> {
  for (const chunk of rowChunks(ids)) await forgetSumsOf(trx, chunk);
}

async function moveOpenAlerts(trx: DatabaseTransaction, ids: readonly number[], website_id: number): Promise<void> {
  for (const chunk of rowChunks(ids)) {
    await trx
      .updateTable('alerts')
      .set({ website_id })
      .where('monitor_id', 'in', chunk)
      .where('ended_at', 'is', null)
      .execute();
  }
}

/** A new mute replaces the one that the monitor has itself. */
async function planMutes({ trx, rows, input, now, pause }: Work): Promise<Planned> {
  const until = requireEnd(input.changes.until ?? '', 'changes.until', now);
  const reason = input.changes.reason ?? '';
  const silences = await trx
    .selectFrom('silences')
    .select(['monitor_id', 'until', 'reason'])
    .where('until', '>', now)
    .execute();
  const before = new Map(silences.flatMap((each) => (each.monitor_id === null ? [] : [[each.monitor_id, each]])));
  const [same, others] = partition(rows, ({ id }) => {
    const own = before.get(id);
    return own?.until === until && own.reason === reason;
  });
  const [replacing, added] = partition(others, ({ id }) => before.has(id));
  const room = Math.max(0, limits.silences - silences.length);
  const changed = [...replacing, ...added.slice(0, room)];
  return {
    changed,
    unchanged: same.length,
    refused: added.slice(room).map((row) => ({ row, message: tooManySilences })),
    async apply() {
      await removeEnded(trx, now);
      for (const { id } of changed) {
        await trx.deleteFrom('silences').where('monitor_id', '=', id).execute();
        await insertSilence(trx, { website_id: null, monitor_id: id, until, reason, created_at: now });
        await pause();
      }
    },
  };
}

async function planUnmutes({ trx, rows, now, pause }: Work): Promise<Planned> {
  const silences = await trx.selectFrom('silences').select('monitor_id').where('until', '>', now).execute();
  const muted = new Set(silences.map(({ monitor_id }) => monitor_id));
  const [changed, others] = partition(rows, ({ id }) => muted.has(id));
  return {
    changed,
    unchanged: others.length,
    refused: [],
    async apply() {
      for (const { id } of changed) {
        await trx.deleteFrom('silences').where('monitor_id', '=', id).execute();
        await reevaluateMuted(trx, { website_id: null, monitor_id: id }, now);
        await pause();
      }
    },
  };
}

async function planAcknowledgements({ trx, rows, input, now, by }: Work): Promise<Planned> {
  const open = await trx
    .selectFrom('alerts')
    .select(['id', 'monitor_id'])
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .where('alert_type', '!=', 'RECOVERED')
    .execute();
  const wanted = new Set(rows.map(({ id }) => id));
  const alerts = open.filter(({ monitor_id }) => wanted.has(monitor_id));
  const affected = new Set(alerts.map(({ monitor_id }) => monitor_id));
  const [changed, others] = partition(rows, ({ id }) => affected.has(id));
  return {
    changed,
    unchanged: others.length,
    refused: [],
    async apply() {
      const ids = alerts.map(({ id }) => id);
      await acknowledgeAlerts(trx, ids, { at: now, by, note: input.changes.note || null });
    },
  };
}

/** The fields of the audit event. */
export function describeBulk({ ids, filter, action, changes }: BulkInput, { result }: Bulk): AuditChange[] {
  const selection = filter === undefined ? { ids: (ids ?? []).join(', ') } : { ...filter };
  const facts = { action, monitors: result.changed, ...selection, ...changes };
  return Object.entries(facts).flatMap(([field, value]) =>
    value === undefined || value === ''
      ? []
      : [{ field, before: null, after: String(value).slice(0, limits.auditText) }],
  );
}
