import { RequestError } from '@upvigil/core/contract/errors';
import { maintenanceSentences as said } from '@upvigil/core/contract/fields/input-messages';
import type { MaintenanceStart, StartedRun } from '@upvigil/core/contract/maintenance';
import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import {
  insertRuns,
  readRuns,
  readTaggedIds,
  reevaluateAfterRun,
  type StoredRun,
  setEnd,
  storeTaggedIds,
  withContent,
} from '../../alerts/maintenance/run-store.ts';
import { findByKey, insertWindow } from '../../alerts/maintenance/window-store.ts';
import { listedName } from '../../base/domain/monitor-name.ts';
import type { Database } from '../../storage/database.ts';

/** Starts a run now. Returns the existing run of an earlier start with the same key. */
export async function startNow(
  trx: Database,
  { title, website_ids, monitor_ids, tags, minutes, public: isPublic, key }: MaintenanceStart,
  now: number,
  refuseMany: () => Promise<void>,
): Promise<{ run: StoredRun; isNew: boolean }> {
  const known = key === null ? undefined : await findByKey(trx, key);
  if (known !== undefined) return { run: await onlyRun(trx, known), isNew: false };
  await refuseMany();
  const input = maintenanceInput.parse({
    title,
    website_ids,
    monitor_ids,
    tags,
    public: isPublic,
    duration_minutes: minutes,
    starts_at: new Date(now).toISOString().slice(0, 16),
  });
  const id = await insertWindow(trx, input, { start_key: key, now });
  await insertRuns(trx, id, [{ starts_at: now, ends_at: now + minutes * minuteMs }]);
  await storeTaggedIds(trx, [await onlyRun(trx, id)], now);
  return { run: await onlyRun(trx, id), isNew: true };
}

async function onlyRun(db: Database, window_id: number): Promise<StoredRun> {
  const [run] = await readRuns(db, { window_id });
  if (!run) throw new RequestError('notFound', 'The run with that key no longer exists');
  return run;
}

/** Re-evaluates its deferred deliveries two minutes after the new end. */
export async function endRun(trx: Database, run: StoredRun, now: number): Promise<void> {
  // A run needs a length: one that started this moment ends with the next millisecond.
  const ends_at = Math.max(now, run.starts_at + 1);
  await setEnd(trx, run.id, ends_at);
  await reevaluateAfterRun(trx, { id: run.id, ends_at });
}

export async function extendRun(trx: Database, run: StoredRun, endsAt: number): Promise<void> {
  if (endsAt <= run.ends_at) throw refusedEnd(said.notLonger);
  const most = limits.maintenance.minutes.max;
  if (endsAt > run.starts_at + most * minuteMs) throw refusedEnd(said.tooLong(most));
  const later = await readRuns(trx, { window_id: run.window_id, from: run.ends_at, to: endsAt });
  if (later.some(({ id }) => id !== run.id)) throw refusedEnd(said.runsInto);
  await setEnd(trx, run.id, endsAt);
}

const refusedEnd = (message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field: 'ends_at', message }] });

/** The monitors of a run whose outage began before it. */
export async function notCovered(db: Database, run: StoredRun): Promise<StartedRun['not_covered']> {
  const { website_ids, monitor_ids, ...parsed } = withContent(run);
  const taggedIds = await readTaggedIds(db, [parsed]);
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select(['m.id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.outage_began_at', 'w.name as website_name'])
    .where((eb) =>
      eb.or([
        // An empty list is invalid SQL; ids are positive, so 0 matches nothing.
        eb('m.website_id', 'in', [0, ...website_ids]),
        eb('m.id', 'in', [0, ...monitor_ids, ...taggedIds(parsed)]),
      ]),
    )
    .where('m.enabled', '=', 1)
    .where('m.outage_streak', '>', 0)
    .orderBy('m.id')
    .execute();
  return rows
    .filter(({ outage_began_at }) => (outage_began_at ?? 0) < run.starts_at)
    .map((row) => ({ monitor_id: row.id, name: listedName(row), website_name: row.website_name }));
}
