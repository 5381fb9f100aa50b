import { type Kysely, sql } from 'kysely';
import { causeInSentence } from './cause-in-sentence.ts';

/** The columns of 0.1.0 that this step reads. */
interface OldAlert {
  id: number;
  alert_type: string;
  problem: string;
  message: string;
}

/** Two parameters each: far below the limits of both databases. */
const alertsAtOnce = 1000;

/** Fills the causes of alerts from their sentences, in pages. */
export async function fillAlertCauses(db: Kysely<unknown>): Promise<void> {
  let last = 0;
  for (;;) {
    const alerts = await alertsAfter(db, last);
    await writeCauses(db, alerts);
    if (alerts.length < alertsAtOnce) return;
    last = alerts.at(-1)?.id ?? last;
  }
}

const alertsAfter = (db: Kysely<unknown>, id: number): Promise<OldAlert[]> =>
  db
    .withTables<{ alerts: OldAlert }>()
    .selectFrom('alerts')
    .select(['id', 'alert_type', 'problem', 'message'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(alertsAtOnce)
    .execute();

async function writeCauses(db: Kysely<unknown>, alerts: readonly OldAlert[]): Promise<void> {
  const rows = alerts.flatMap((alert) => {
    const cause = causeInSentence({ ...alert });
    return cause === null ? [] : [sql`(cast(${alert.id} as bigint), cast(${cause} as text))`];
  });
  if (rows.length === 0) return;
  await sql`
    with found(id, cause) as (values ${sql.join(rows)})
    update alerts set cause = found.cause from found where alerts.id = found.id
  `.execute(db);
}
