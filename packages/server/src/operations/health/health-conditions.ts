import { setTimeout as delay } from 'node:timers/promises';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { minuteMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import type { EngineStats } from '../../checks/engine/engine-stats.ts';
import type { Database } from '../../storage/database.ts';
import type { HealthCondition } from './health.ts';

/** Milliseconds without a sign of life that count as a failure. Times below: `clock.monotonic()`. */
export const healthTimes = {
  /** Short, because health probes do not wait for long. */
  storeAnswer: 3_000,
  /** The probe thread reports every second. */
  thread: 10_000,
  /** After this, other workers may have taken this worker's monitors. */
  lease: leaseTimes.leaseMilliseconds,
  /** An overloaded machine starts checks late, but still some within this time. */
  checks: minuteMs,
  results: 30_000,
} as const;

/** Holds while the database answers. One query at a time serves all requests. Its errors go to the log. */
export function storeAnswers(db: Database, log: { warn(fields: object, message: string): void }): HealthCondition {
  const ask = async (): Promise<string | null> => {
    try {
      await sql`select 1`.execute(db);
      return null;
    } catch (error) {
      log.warn({ err: error }, 'The database did not answer the health check');
      return troubleMessages.databaseAway;
    }
  };
  let asking: Promise<string | null> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    const tooLate = `The database did not answer within ${inSeconds(healthTimes.storeAnswer)}`;
    return Promise.race([asking, delay(healthTimes.storeAnswer, tooLate, { ref: false })]);
  };
}

/** Why the probe thread does not work, or null. `now`, here and below: milliseconds of `clock.monotonic()`. */
export function threadTrouble(
  { is_running, last_heard_at }: Pick<EngineStats, 'is_running' | 'last_heard_at'>,
  now: number,
): string | null {
  if (!is_running) return 'The scheduler is not running';
  const isSilent = last_heard_at !== null && now - last_heard_at > healthTimes.thread;
  return isSilent ? `The scheduler has not answered for ${inSeconds(healthTimes.thread)}` : null;
}

/** `renewedAt`: null when there is no lease to renew. */
export function leaseTrouble(renewedAt: number | null, now: number): string | null {
  if (renewedAt === null || now - renewedAt <= healthTimes.lease) return null;
  return `The leases on the monitors have not been renewed for ${inSeconds(now - renewedAt)}; nothing is checked here`;
}

/** A problem only while a check is due: all monitors may be checked once a day. */
export function checksTrouble(
  { last_started_at, overdue_ms }: Pick<EngineStats, 'last_started_at' | 'overdue_ms'>,
  now: number,
): string | null {
  const sinceStart = last_started_at === null ? overdue_ms : now - last_started_at;
  if (Math.min(sinceStart, overdue_ms) <= healthTimes.checks) return null;
  return `No check has been started for ${inSeconds(sinceStart)}, though some are due`;
}

/** `waitingSince`: since when results wait and none has been stored; null when none waits. */
export function resultsTrouble(waitingSince: number | null, now: number): string | null {
  if (waitingSince === null || now - waitingSince <= healthTimes.results) return null;
  return `Results are waiting, and none has been stored for ${inSeconds(now - waitingSince)}`;
}

const inSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} seconds`;
