import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { DeliveryRow } from '../../storage/tables.ts';

/** The reason of a step or reminder that was called off because its problem has ended. */
export const overReason = ({ purpose, step }: Pick<DeliveryRow, 'purpose' | 'step'>): string =>
  purpose === 'escalation' ? `over before step ${step + 1}` : `over before the ${purpose}`;

/**
 * The reason of one that was called off by an acknowledgement: 'acknowledged by Ann at 03:12'. `by`: as stored, for
 * example 'link to ops@example.org'.
 */
export const acknowledgedReason = (by: string | null, timeOfDay: string): string =>
  `acknowledged by ${by?.startsWith('link ') ? 'link' : (by ?? 'somebody')} at ${timeOfDay}`;

/** Purposes that are sent later, and end with the problem or its acknowledgement. */
const laterPurposes = ['escalation', 'reminder'] as const;
export const isLater = ({ purpose }: Pick<DeliveryRow, 'purpose'>): boolean =>
  laterPurposes.some((one) => one === purpose);

/** A delivery that can be called off. */
export type LaterDelivery = Pick<DeliveryRow, 'purpose' | 'step'> & {
  id: number;
  /** As written by `refKey`. */
  key: string;
};

/** A row of an alert's ledger; nulls when it has none. */
interface LedgerRow extends Nullable<Pick<DeliveryRow, 'channel' | 'channel_id' | 'recipient' | 'status'>> {
  delivery_id: number | null;
  purpose: DeliveryRow['purpose'] | null;
  step: number | null;
}
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** The channels that were notified of an alert, from the rows of its ledger. */
interface NotifiedLedger {
  notified: Set<string>;
  missed: Recipients | undefined;
  later: LaterDelivery[] | undefined;
}

/**
 * Failed and suppressed deliveries did not notify. Pending ones will, except steps and reminders, which can be called
 * off.
 */
export function ledgerOf(rows: readonly LedgerRow[]): NotifiedLedger {
  const reached = new Map<string, Set<string | null>>();
  const missed = new Map<string, Set<string | null>>();
  const later: LaterDelivery[] = [];
  for (const { delivery_id, channel, channel_id, recipient, status, purpose, step } of rows) {
    if (delivery_id === null || channel === null || purpose === null || purpose === 'acknowledgement') continue;
    const key = keyOfDelivery({ channel, channel_id });
    if (status === 'pending' && isLater({ purpose })) later.push({ id: delivery_id, purpose, step: step ?? 0, key });
    else add(status === 'sent' || status === 'pending' ? reached : missed, key, recipient);
  }
  return {
    notified: new Set(reached.keys()),
    missed: someOrNone(missedOnly(missed, reached)),
    later: later.length > 0 ? later : undefined,
  };
}

type Recipients = ReadonlyMap<string, ReadonlySet<string | null>>;

/** Recipients that were not reached, on channels that reached others. */
function missedOnly(missed: Recipients, reached: Recipients): Recipients {
  const only = new Map<string, ReadonlySet<string | null>>();
  for (const [key, recipients] of missed) {
    const recipientsReached = reached.get(key);
    const others = [...recipients].filter(
      (recipient) => recipientsReached !== undefined && !recipientsReached.has(recipient),
    );
    if (others.length > 0) only.set(key, new Set(others));
  }
  return only;
}

const someOrNone = (recipients: Recipients): Recipients | undefined => (recipients.size > 0 ? recipients : undefined);

function add(sets: Map<string, Set<string | null>>, key: string, recipient: string | null): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(recipient));
}

/**
 * Suppresses steps and reminders because their problem has ended. Returns those that are being sent now, which count
 * as sent. `now`: milliseconds since the epoch.
 */
export async function callOff(db: Database, later: readonly LaterDelivery[], now: number): Promise<LaterDelivery[]> {
  const calledOff = new Set<number>();
  for (const [reason, ofReason] of groupBy(later, overReason)) {
    for (const chunk of rowChunks(ofReason)) {
      const rows = await db
        .updateTable('deliveries')
        .set({ status: 'suppressed', reason, next_attempt_at: null })
        .where(
          'id',
          'in',
          chunk.map(({ id }) => id),
        )
        .where('status', '=', 'pending')
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
        .returning('id')
        .execute();
      for (const { id } of rows) calledOff.add(id);
    }
  }
  return later.filter(({ id }) => !calledOff.has(id));
}

/** Suppresses waiting deliveries of acknowledged alerts, including deferred ones. */
export async function callOffAcknowledged(
  db: Database,
  alertIds: readonly number[],
  reason: string,
  now: number,
): Promise<void> {
  for (const chunk of rowChunks(alertIds)) {
    await db
      .updateTable('deliveries')
      .set({ status: 'suppressed', reason, next_attempt_at: null })
      .where('alert_id', 'in', chunk)
      .where('purpose', 'in', laterPurposes)
      .where('status', 'in', ['pending', 'suppressed'])
      .where('next_attempt_at', 'is not', null)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
      .execute();
  }
}

/** Kinds of channels that keep the state of an alert, or forward it. */
const kindsThatKeepState = ['pagerduty', 'jsm', 'webhook'] as const;

/** Forwards the acknowledgement to such channels that were or will be notified of the alerts. */
export async function forwardAcknowledgement(db: Database, alertIds: readonly number[], now: number): Promise<void> {
  for (const chunk of rowChunks(alertIds)) {
    const notified = await db
      .selectFrom('deliveries')
      .select(['alert_id', 'channel', 'channel_id', 'channel_name', 'recipient'])
      .distinct()
      .where('alert_id', 'in', chunk)
      .where('channel', 'in', kindsThatKeepState)
      .where('status', 'in', ['sent', 'pending'])
      .execute();
    for (const destinations of rowChunks(notified)) {
      const common = { purpose: 'acknowledgement', status: 'pending', created_at: now, next_attempt_at: now } as const;
      await db
        .insertInto('deliveries')
        .values(destinations.map((destination) => ({ ...destination, ...common })))
        .execute();
    }
  }
}
