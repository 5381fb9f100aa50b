import { plannedReason } from '../../alerts/decide/decide-deliveries.ts';
import { readUnchecked } from '../../checks/record/faults/unchecked-store.ts';
import type { Database } from '../../storage/database.ts';

/** Monitors by state. `unknown`: not checked yet. `not_checked`: up, but by an outdated check. */
export interface MonitorCounts {
  up: number;
  down: number;
  unknown: number;
  not_checked: number;
  disabled: number;
}

export async function countMonitors(db: Database, now: number, presentSince: number): Promise<MonitorCounts> {
  const rows = await db
    .selectFrom('monitors')
    .select(({ fn }) => ['enabled', 'is_up', fn.countAll<number>().as('count')])
    .groupBy(['enabled', 'is_up'])
    .execute();
  const counts: MonitorCounts = { up: 0, down: 0, unknown: 0, not_checked: 0, disabled: 0 };
  for (const { enabled, is_up, count } of rows) counts[stateOf(enabled, is_up)] += Number(count);
  const unchecked = await readUnchecked(db, now, presentSince);
  counts.not_checked = unchecked.filter(({ is_up, isNotChecked }) => is_up === 1 && isNotChecked).length;
  counts.up = Math.max(0, counts.up - counts.not_checked);
  return counts;
}

function stateOf(enabled: number, isUp: number | null): keyof MonitorCounts {
  if (!enabled) return 'disabled';
  if (isUp === null) return 'unknown';
  return isUp ? 'up' : 'down';
}

/** Pending deliveries of the outbox, except steps and reminders that are not due. */
export async function countPendingDeliveries(db: Database): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '!=', plannedReason)]))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Newest pings of a heartbeat; null without one. */
export interface HeartbeatFigures {
  id: number;
  website: string;
  monitor: string | null;
  /** Milliseconds since the epoch. */
  last_success_at: number | null;
  /** Of the last run, if it reported its start. */
  runtime_ms: number | null;
}

/** By id. Reads one ping of most heartbeats: pings are found from the newest on. */
export const readHeartbeatFigures = (db: Database): Promise<HeartbeatFigures[]> =>
  db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .where('m.kind', '=', 'HEARTBEAT')
    .select((eb) => {
      const pings = eb
        .selectFrom('heartbeat_pings as p')
        .whereRef('p.monitor_id', '=', 'm.id')
        .where('p.is_ignored', '=', 0)
        .orderBy('p.n', 'desc')
        .limit(1);
      return [
        'm.id',
        'w.name as website',
        'm.name as monitor',
        pings.where('p.type', '=', 'success').select('p.received_at').as('last_success_at'),
        pings.where('p.type', 'in', ['success', 'fail']).select('p.runtime_ms').as('runtime_ms'),
      ];
    })
    .orderBy('m.id')
    .execute();
