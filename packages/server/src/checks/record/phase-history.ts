import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import { type PhaseHistory, phaseStretches } from '@upvigil/core/contract/phases';
import { decodePhases, noPhases, type PhaseTimes, wirePhases } from '../../base/domain/phases.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { mostChecksListed } from './check-store.ts';
import { bucketStart, quarterHour } from './rollups/rollup.ts';

/** Sums over the checks of one stretch, microseconds. */
interface Stretch {
  checks: number;
  sums: PhaseTimes;
}

/**
 * Where the time of a monitor's checks went in each quarter of the last 24 hours, the one that runs included; in one
 * statement, of the newest 10,000 checks at most. Checks that measured no response time are left out: what broke off says
 * nothing of how long the rest takes. `now`: milliseconds since the epoch.
 */
export async function phaseHistory(db: Database, monitorId: number, now: number): Promise<PhaseHistory> {
  const first = bucketStart(now, quarterHour) - (phaseStretches.count - 1) * quarterHour;
  const rows = await db
    .selectFrom('checks')
    .select(['checked_at', 'phases'])
    .where('monitor_id', '=', monitorId)
    .where('checked_at', '>=', first)
    .where('phases', 'is not', null)
    .where('response_time_us', 'is not', null)
    .orderBy('checked_at', 'desc')
    .limit(mostChecksListed)
    .execute();
  const stretches = Array.from({ length: phaseStretches.count }, (): Stretch => ({ checks: 0, sums: { ...noPhases } }));
  for (const { checked_at, phases } of rows) {
    const stretch = stretches[Math.floor((checked_at - first) / quarterHour)];
    if (stretch && phases !== null) add(stretch, decodePhases(phases));
  }
  return stretches.map(({ checks, sums }, at) => ({
    time: timeOf(first + at * quarterHour),
    checks,
    phases: checks === 0 ? null : wirePhases(divided(sums, checks)),
  }));
}

function add(stretch: Stretch, times: PhaseTimes): void {
  stretch.checks += 1;
  for (const phase of phaseNames) {
    const time = times[phase];
    if (time !== null) stretch.sums[phase] = (stretch.sums[phase] ?? 0) + time;
  }
}

function divided(sums: PhaseTimes, checks: number): PhaseTimes {
  const mean = (phase: PhaseName): number | null => {
    const sum = sums[phase];
    return sum === null ? null : sum / checks;
  };
  return {
    dns: mean('dns'),
    connect: mean('connect'),
    tls: mean('tls'),
    first_byte: mean('first_byte'),
    transfer: mean('transfer'),
  };
}
