import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import { limits } from '@upvigil/core/limits';
import type { Database } from '../../storage/database.ts';
import type { AlertRow, DeliveryRow, MonitorRow } from '../../storage/tables.ts';

/** The reason of a delivery that waits until its monitor is enabled. */
export const disabledReason = 'the monitor is disabled';
const enabledAgainReason = 'the monitor was enabled again: its first check comes before';

/** A monitor that is enabled again is checked at once. After this time the result is stored. */
const firstCheckMilliseconds = (limits.urlTimeoutSeconds.max + 10) * 1000;
/** Deliveries looked at in one transaction. */
const mostRead = 1000;

interface HeldBack
  extends Pick<DeliveryRow, 'id' | 'reason'>,
    Pick<AlertRow, 'ended_at'>,
    Pick<MonitorRow, 'enabled'> {}

/** What happens to a delivery that was held back until now. */
function fateOf({ reason, ended_at, enabled }: HeldBack): 'over' | 'disabled' | 'enabled-again' | 'told' {
  if (ended_at !== null) return 'over';
  if (enabled === 0) return 'disabled';
  return reason === disabledReason ? 'enabled-again' : 'told';
}

const changes = {
  // Its reason is still true.
  over: () => ({ next_attempt_at: null }),
  // It stays due, so that it is looked at again as soon as the monitor is enabled.
  disabled: () => ({ reason: disabledReason }),
  'enabled-again': (now: number) => ({ reason: enabledAgainReason, next_attempt_at: now + firstCheckMilliseconds }),
  // It begins a cooldown of its own.
  told: (now: number) => ({ status: 'pending', reason: null, created_at: now, next_attempt_at: now }) as const,
};

/**
 * Looks at deliveries that were held back until now, by a cooldown or because their monitor is disabled. Where the
 * problem still lasts and the monitor is enabled, they become pending.
 */
export async function reviveHeldBack(db: Database, channel: DeliveryChannel, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const heldBack = await trx
      .selectFrom('deliveries as d')
      .innerJoin('alerts as a', 'a.id', 'd.alert_id')
      .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
      .select(['d.id', 'd.reason', 'a.ended_at', 'm.enabled'])
      .where('d.status', '=', 'suppressed')
      .where('d.next_attempt_at', '<=', now)
      .where('d.channel', '=', channel)
      // Skips those whose monitor is still disabled.
      .where((eb) =>
        eb.or([
          eb('m.enabled', '=', 1),
          eb('a.ended_at', 'is not', null),
          eb('d.reason', 'is', null),
          eb('d.reason', '!=', disabledReason),
        ]),
      )
      .limit(mostRead)
      .execute();
    for (const [fate, change] of Object.entries(changes)) {
      const ids = heldBack.filter((one) => fateOf(one) === fate).map(({ id }) => id);
      if (ids.length === 0) continue;
      const still = trx.updateTable('deliveries').where('id', 'in', ids).where('status', '=', 'suppressed');
      await still.set(change(now)).execute();
    }
  });
}
