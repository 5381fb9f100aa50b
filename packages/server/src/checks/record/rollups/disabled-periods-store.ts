import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { coverageOf, type DisabledPeriods, type ObservedMonitor, type TimeSpan } from './coverage.ts';
import { noSums, type Sums } from './sums.ts';
import { spanOf, type WindowSegment } from './window.ts';

/** The end of a period that lasts: no time of a check or a window is later. */
const endless = Number.MAX_SAFE_INTEGER;

/** Stores that monitors were disabled or enabled, in the transaction that did it. */
export async function followEnabling(
  trx: DatabaseTransaction,
  monitorIds: readonly number[],
  { enabled, now }: { enabled: boolean; now: number },
): Promise<void> {
  for (const ids of rowChunks(monitorIds)) {
    if (enabled) {
      await trx
        .updateTable('disabled_periods')
        .set({ until_at: now })
        .where('monitor_id', 'in', ids)
        .where('until_at', 'is', null)
        .execute();
    } else {
      await trx
        .insertInto('disabled_periods')
        .values(ids.map((monitor_id) => ({ monitor_id, from_at: now, until_at: null })))
        .onConflict((conflict) => conflict.columns(['monitor_id', 'from_at']).doUpdateSet({ until_at: null }))
        .execute();
    }
  }
}

/** The periods of up to this many monitors are looked up by monitor; beyond it, reading all is cheaper. */
const mostLookedUp = 256;

/** When monitors were disabled after a time (milliseconds since the epoch). May contain others too. */
export async function readDisabledPeriods(
  db: Database,
  from: number,
  monitorIds: readonly number[] | 'all' = 'all',
): Promise<DisabledPeriods> {
  const periods = db
    .selectFrom('disabled_periods')
    .select(['monitor_id', 'from_at as from', 'until_at'])
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', from)]));
  const isFew = monitorIds !== 'all' && monitorIds.length <= mostLookedUp;
  // An empty list is invalid SQL; ids are positive, so 0 finds nothing.
  const rows = await (isFew ? periods.where('monitor_id', 'in', [0, ...monitorIds]) : periods).execute();
  return groupBy(
    rows.map(({ until_at, ...row }) => ({ ...row, to: until_at ?? endless })),
    ({ monitor_id }) => monitor_id,
  );
}

/** Reads what the coverage of monitors in a window depends on, in one statement. */
export async function coverageIn(
  db: Database,
  window: readonly WindowSegment[],
  { now, monitorIds }: { now: number; monitorIds: readonly number[] | 'all' },
) {
  const span = spanOf(window, now);
  const disabled = await readDisabledPeriods(db, span.from, monitorIds);
  /** In percent, of monitors together with the sums of their checks in the window. */
  return (monitors: readonly ObservedMonitor[], sums: Sums = noSums): number | null =>
    coverageOf(sums, { window: span, isOpen: span.to >= now, monitors, disabled });
}

/** A column of the monitor `m`: the periods since its last check, as `parsePeriods` reads them; null without any. */
export const disabledSinceLastCheck: RawBuilder<string | null> = sql`(
  select string_agg(d.from_at || '-' || coalesce(d.until_at, ${sql.lit(endless)}), ',') from disabled_periods d
  where d.monitor_id = m.id and (d.until_at is null or d.until_at > coalesce(m.last_check_time, m.created_at))
)`;

export function parsePeriods(text: string | null): TimeSpan[] {
  if (text === null) return [];
  return text.split(',').map((period) => {
    const [from = 0, to = 0] = period.split('-').map(Number);
    return { from, to };
  });
}

/** Deletes periods that ended before a time. */
export async function deleteOldPeriods(db: Database, before: number): Promise<void> {
  await db.deleteFrom('disabled_periods').where('until_at', '<', before).execute();
}
