import type { AuditEvent } from '@upvigil/core/contract/audit';
import { auditEventSchema } from '@upvigil/core/contract/audit';
import { withoutSecretParameters } from '@upvigil/core/contract/secrets/secret-names';
import type { Insertable, SelectQueryBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import type { AuditEventRow } from '../../storage/tables/access-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import type { AuditTarget } from './audit-targets.ts';
import type { AuditedRow } from './row-changes.ts';

export type NewAuditEvent = Insertable<Tables['audit_events']>;

export async function insertEvent(db: Database, event: NewAuditEvent): Promise<void> {
  await db.insertInto('audit_events').values(event).execute();
}

/** The present row of an audited object; null when it has none. */
export async function findAuditedRow(
  db: Database,
  target: NonNullable<AuditTarget>,
  id: number | string,
): Promise<AuditedRow> {
  const query = db.selectFrom(target.table as 'settings').selectAll();
  // Each of these tables has this column; the compiler cannot check a dynamic name.
  return (await query.where(target.column as 'key', '=', id as string).executeTakeFirst()) ?? null;
}

export interface AuditFilter {
  /** Milliseconds since the epoch. */
  since: number;
  before?: number | undefined;
  limit: number;
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
}

/** Newest first. */
export async function listEvents(db: Database, filter: AuditFilter): Promise<AuditEvent[]> {
  const query = db.selectFrom('audit_events').selectAll().where('at', '>=', filter.since);
  const rows = await narrowed(query, filter).orderBy('id', 'desc').limit(filter.limit).execute();
  return rows.map(wireEvent);
}

type EventsQuery = SelectQueryBuilder<Tables, 'audit_events', AuditEventRow>;

function narrowed(query: EventsQuery, { before, actor, action, target }: AuditFilter): EventsQuery {
  let narrow = query;
  if (before !== undefined) narrow = narrow.where('id', '<', before);
  if (actor) narrow = narrow.where((eb) => eb.or([eb('actor_kind', '=', actor), eb('actor_name', '=', actor)]));
  if (action) {
    // The action itself and all actions that start with 'monitor.': '/' follows '.' in ASCII.
    const ofKind = narrow.where((eb) =>
      eb.or([eb('action', '=', action), eb.and([eb('action', '>=', `${action}.`), eb('action', '<', `${action}/`)])]),
    );
    narrow = ofKind;
  }
  const [, kind, id] = /^(\w+):(\d{1,15})$/.exec(target ?? '') ?? [];
  if (kind !== undefined) narrow = narrow.where('target_kind', '=', kind).where('target_id', '=', Number(id));
  else if (target) narrow = narrow.where('target_name', '=', target);
  return narrow;
}

const wireEvent = (row: AuditEventRow): AuditEvent =>
  auditEventSchema.parse({
    id: row.id,
    at: timeOf(row.at),
    via: row.via,
    ip: row.ip,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    // Older versions stored a monitor's address with its credentials and parameters.
    target: {
      kind: row.target_kind,
      id: row.target_id,
      name: row.target_name && withoutSecretParameters(row.target_name),
    },
    changes: JSON.parse(row.changes),
  });

/** Small batches, so that no statement blocks the writer for long. */
const deletedAtOnce = 512;

/** Deletes events older than `before`, in milliseconds since the epoch. */
export const deleteOldEvents = (db: Database, before: number): Promise<void> =>
  inSmallSteps(async () => {
    const rows = await db
      .selectFrom('audit_events')
      .select('id')
      .where('at', '<', before)
      .orderBy('at')
      .limit(deletedAtOnce)
      .execute();
    for (const ids of rowChunks(rows.map(({ id }) => id))) {
      await db.deleteFrom('audit_events').where('id', 'in', ids).execute();
    }
    return { isDone: rows.length < deletedAtOnce };
  });
