import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import { type PhaseHistory, phaseStretches } from '@upvigil/core/contract/phases';
import { decodePhases, noPhases, type PhaseTimes, wirePhases } from '../../base/domain/phases.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { mostChecksListed } from './check-store.ts';
import { bucketStart, quarterHour } from './rollups/rollup.ts';

/** Sums over the checks of one interval, microseconds. */
interface Stretch {
  checks: number;
  sums: PhaseTimes;
}

/**
 * Mean phases of a monitor's checks in each quarter of the last 24 hours, including the current one; in one statement,
 * over the newest 10,000 checks at most. Excludes checks without a response time, because a failed check does not show
 * how long the remaining phases take. `now`: milliseconds since the epoch.
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
