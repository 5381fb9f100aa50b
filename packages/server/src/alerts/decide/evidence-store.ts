import { type Evidence, type EvidenceDocument, evidenceDocumentSchema } from '@upvigil/core/contract/evidence';
import { limits } from '@upvigil/core/limits';
import { sql } from 'kysely';
import type { TakenEvidence } from '../../base/domain/check.ts';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { CheckRow } from '../../storage/tables.ts';
import { secondsOrNull, timeOf } from '../../storage/wire-format.ts';

/** The response to the check that raised an alert. `taken_at`: its time, milliseconds since the epoch. */
export interface NewEvidence {
  alert_id: number;
  monitor_id: number;
  taken_at: number;
  taken: TakenEvidence;
}

/** Alerts in one statement. Each adds a part to a compound query, of which SQLite allows 500. */
const readAtOnce = 100;

/**
 * Stores evidence with the checks before it, in the transaction of its alerts. Keeps the newest 50 of each monitor.
 * The number of statements is independent of the history.
 */
export async function insertEvidence(trx: DatabaseTransaction, news: readonly NewEvidence[]): Promise<void> {
  for (let at = 0; at < news.length; at += readAtOnce) {
    const some = news.slice(at, at + readAtOnce);
    const before = await checksBefore(trx, some);
    const rows = some.map(({ taken, ...row }) => ({
      ...row,
      document: evidenceText({ ...taken, checks_before: (before.get(row.alert_id) ?? []).map(earlierCheck) }),
    }));
    for (const chunk of rowChunks(rows)) await trx.insertInto('evidence').values(chunk).execute();
  }
  const monitorIds = [...new Set(news.map(({ monitor_id }) => monitor_id))];
  for (const ids of rowChunks(monitorIds)) await deleteOldest(trx, ids);
}

type CheckBefore = Pick<CheckRow, 'checked_at' | 'is_up' | 'status_code' | 'response_time_us' | 'error_message'>;

/** The ten checks before each alert, newest first, by alert. */
async function checksBefore(
  trx: DatabaseTransaction,
  news: readonly NewEvidence[],
): Promise<Map<number, CheckBefore[]>> {
  const parts = news.map(
    ({ alert_id, monitor_id, taken_at }) => sql`
      select cast(${alert_id} as bigint) as alert_id, c.* from (
        select checked_at, is_up, status_code, response_time_us, error_message from checks
        where monitor_id = ${monitor_id} and checked_at < ${taken_at}
        order by checked_at desc limit ${sql.lit(limits.evidenceChecksBefore)}
      ) as c`,
  );
  const { rows } = await sql<CheckBefore & { alert_id: number }>`${sql.join(parts, sql` union all `)}`.execute(trx);
  const byAlert = groupBy(rows, ({ alert_id }) => alert_id);
  for (const checks of byAlert.values()) checks.sort((a, b) => b.checked_at - a.checked_at);
  return byAlert;
}

const earlierCheck = (row: CheckBefore): EvidenceDocument['checks_before'][number] => ({
  checked_at: timeOf(row.checked_at),
  is_up: row.is_up === 1,
  status_code: row.status_code,
  response_time: secondsOrNull(row.response_time_us),
  error_message: row.error_message,
});

/** The stored form of a document, limited to 16 KiB: drops the last headers first, then the end of the output and
 * the body. */
export function evidenceText(document: EvidenceDocument): string {
  let fitting = document;
  for (;;) {
    const text = JSON.stringify(fitting);
    if (Buffer.byteLength(text) <= limits.evidenceDocumentBytes) return text;
    fitting = shortened(fitting);
  }
}

/** Ends when only the short fields are left. */
function shortened(document: EvidenceDocument): EvidenceDocument {
  const { headers, request, body, output } = document;
  if (headers.length > 0) return { ...document, headers: headers.slice(0, Math.floor(headers.length * 0.8)) };
  if (request && request.headers.length > 0) return { ...document, request: { ...request, headers: [] } };
  if (output !== null && output !== '')
    return { ...document, output: output.slice(0, Math.floor(output.length * 0.8)) };
  return { ...document, body: null, checks_before: body === null ? [] : document.checks_before };
}

async function deleteOldest(trx: DatabaseTransaction, monitorIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('evidence')
    .where('alert_id', 'in', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('evidence')
            .select([
              'alert_id',
              sql<number>`row_number() over (partition by monitor_id order by taken_at desc, alert_id desc)`.as(
                'place',
              ),
            ])
            .where('monitor_id', 'in', monitorIds)
            .as('placed'),
        )
        .select('placed.alert_id')
        .where('placed.place', '>', limits.evidencePerMonitor),
    )
    .execute();
}

/** The evidence of an alert, with the name of its screenshot if there is one by now; undefined without evidence. */
export async function findEvidence(
  db: Database,
  alertId: number,
): Promise<(Omit<Evidence, 'screenshot_path'> & { screenshot: string | null }) | undefined> {
  const row = await db
    .selectFrom('evidence as e')
    .innerJoin('monitors as m', 'm.id', 'e.monitor_id')
    .leftJoin('checks as c', (join) =>
      join.onRef('c.monitor_id', '=', 'e.monitor_id').onRef('c.checked_at', '=', 'e.taken_at'),
    )
    .select(['e.alert_id', 'e.taken_at', 'e.document', 'c.screenshot'])
    .where('e.alert_id', '=', alertId)
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const document = evidenceDocumentSchema.parse(JSON.parse(row.document));
  return { ...document, alert_id: row.alert_id, taken_at: timeOf(row.taken_at), screenshot: row.screenshot };
}
