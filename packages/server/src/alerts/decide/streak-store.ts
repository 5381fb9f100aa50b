import { sql } from 'kysely';
import { groupBy } from '../../base/domain/group-by.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { EndedProblem, OpenedProblem, StreakStart } from './plan-alerts.ts';

/**
 * The time of the first failed check of each opened problem, and of the first good check of each ended one, in
 * milliseconds since the epoch. Nearly all are known from the batch or the check before it; the rest is read in one
 * statement. When those checks were deleted, the oldest known one counts.
 */
export async function readStreakStarts(
  trx: DatabaseTransaction,
  starts: ReadonlyMap<OpenedProblem | EndedProblem, StreakStart>,
): Promise<Map<OpenedProblem | EndedProblem, number>> {
  const unknown = [...starts].flatMap(([{ recorded }, start]) =>
    'at' in start || start.checksBefore === 1
      ? []
      : [{ monitorId: recorded.monitor.id, checksBefore: start.checksBefore }],
  );
  const read = unknown.length === 0 ? new Map<string, number>() : await readChecksBefore(trx, unknown);
  return new Map(
    [...starts].map(([problem, start]) => {
      const { check, monitor } = problem.recorded;
      if ('at' in start) return [problem, start.at];
      const found = read.get(`${monitor.id} ${start.checksBefore}`) ?? monitor.last_check_time ?? check.checked_at;
      return [problem, Math.min(found, check.checked_at)];
    }),
  );
}

interface CheckBefore {
  monitorId: number;
  /** 1 is the newest check before the batch. */
  checksBefore: number;
}

/** The monitor rows still refer to the last check before the batch; the batch's checks are already stored. */
async function readChecksBefore(
  trx: DatabaseTransaction,
  wanted: readonly CheckBefore[],
): Promise<Map<string, number>> {
  const selects = [...groupBy(wanted, ({ checksBefore }) => checksBefore)].map(([checksBefore, group]) =>
    trx
      .selectFrom('monitors as m')
      .select(['m.id', sql<number>`cast(${checksBefore} as bigint)`.as('before')])
      .select((eb) =>
        eb
          .selectFrom('checks as c')
          .select('c.checked_at')
          .whereRef('c.monitor_id', '=', 'm.id')
          .whereRef('c.checked_at', '<=', 'm.last_check_time')
          .orderBy('c.checked_at', 'desc')
          .orderBy('c.id', 'desc')
          .limit(1)
          .offset(checksBefore - 1)
          .as('began'),
      )
      .where(
        'm.id',
        'in',
        group.map(({ monitorId }) => monitorId),
      ),
  );
  const [first, ...others] = selects;
  if (!first) return new Map();
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute();
  return new Map(rows.flatMap(({ id, before, began }) => (began === null ? [] : [[`${id} ${before}`, began]])));
}
