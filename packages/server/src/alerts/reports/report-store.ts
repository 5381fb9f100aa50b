import { type Report, type ReportInput, reportInput } from '@upvigil/core/contract/reports';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { ReportRow } from '../../storage/tables.ts';
import { timeOrNull } from '../../storage/wire-format.ts';

/** A report with its schedule; `next_at`: milliseconds since the epoch, null while it is disabled. */
export interface StoredReport {
  id: number;
  input: ReportInput;
  next_at: number | null;
}

const storedReport = ({ id, content, next_at }: Pick<ReportRow, 'id' | 'content' | 'next_at'>): StoredReport => ({
  id,
  input: reportInput.parse(JSON.parse(content)),
  next_at,
});

export async function findReport(db: Database, id: number): Promise<StoredReport | undefined> {
  const row = await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && storedReport(row);
}

export async function countReports(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Due reports, the longest overdue first. */
export async function readDueReports(db: Database, now: number): Promise<StoredReport[]> {
  const rows = await db.selectFrom('reports').selectAll().where('next_at', '<=', now).orderBy('next_at').execute();
  return rows.map(storedReport);
}

export async function addReport(trx: Database, input: ReportInput, next_at: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('reports')
    .values({ content: JSON.stringify(input), next_at, last_sent_at: null, last_error: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeReport(trx: DatabaseTransaction, { id, input, next_at }: StoredReport): Promise<void> {
  const content = JSON.stringify(input);
  await trx.updateTable('reports').set({ content, next_at }).where('id', '=', id).execute();
}

/** Deletes a report and its unsent messages. Returns whether there was one. */
export async function deleteReport(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const row = await trx.deleteFrom('reports').where('id', '=', id).returning('id').executeTakeFirst();
  if (!row) return false;
  await trx
    .deleteFrom('messages')
    .where('purpose', '=', 'report')
    .where('subject_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  return true;
}

/**
 * Moves a run on to the next one. Returns false when another process did so before, or when the report was edited,
 * which sets a new time.
 */
export async function takeRun(
  trx: Database,
  { id, next_at }: StoredReport,
  then: { next_at: number; last_error: string | null },
): Promise<boolean> {
  const row = await trx
    .updateTable('reports')
    .set(then)
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the result of a report that a person sent. */
export async function noteSent(
  db: Database,
  id: number,
  { at, error }: { at: number; error: string | null },
): Promise<void> {
  const sent = error === null ? { last_sent_at: at } : {};
  await db
    .updateTable('reports')
    .set({ ...sent, last_error: error })
    .where('id', '=', id)
    .execute();
}

/** The ids of existing websites among these. */
export async function keptWebsites(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('websites').select('id').where('id', 'in', ids).execute();
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}

/** Reports in their API form, by id: all, or one. In three statements. */
export async function describeReports(db: Database, id?: number): Promise<Report[]> {
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
  const messages = await newestMessages(
    db,
    rows.map(({ id: reportId }) => reportId),
  );
  const chosen = rows.map(storedReport);
  const kept = new Set(
    await keptWebsites(db, [...new Set(chosen.flatMap(({ input }) => input.website_ids))].slice(0, mostNamed)),
  );
  return rows.map((row, index) => describe(row, chosen[index] ?? storedReport(row), kept, messages.get(row.id)));
}

/** Limit of ids in one statement: twenty reports of five hundred websites. */
const mostNamed = 10_000;

function describe(
  row: ReportRow,
  { input }: StoredReport,
  kept: ReadonlySet<number>,
  message: SentMessage | undefined,
): Report {
  const left = input.website_ids.filter((id) => kept.has(id));
  const times = [row.last_sent_at, message?.sent_at ?? null].filter((time) => time !== null);
  const isNewer = message !== undefined && message.created_at > (row.last_sent_at ?? 0);
  const messageError = isNewer && message.status !== 'sent' ? message.reason : null;
  return {
    id: row.id,
    ...input,
    // An empty list would mean all websites, which nobody chose.
    website_ids: left.length === 0 ? input.website_ids : left,
    next_at: timeOrNull(row.next_at),
    last_sent_at: timeOrNull(times.length === 0 ? null : Math.max(...times)),
    last_error: row.last_error ?? messageError,
  };
}

type SentMessage = Awaited<ReturnType<typeof newestMessages>> extends Map<number, infer Message> ? Message : never;

/** The newest message of each report, by report id. */
async function newestMessages(db: Database, reportIds: readonly number[]) {
  if (reportIds.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('messages')
    .select(['subject_id', 'status', 'reason', 'created_at', 'sent_at'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select(sql<number>`max(id)`.as('id'))
        .where('purpose', '=', 'report')
        .where('subject_id', 'in', reportIds)
        .groupBy('subject_id'),
    )
    .execute();
  return new Map(rows.map((row) => [row.subject_id ?? 0, row]));
}
