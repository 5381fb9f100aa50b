import { publicCause, unknownCause } from '@upvigil/core/public-causes';
import { type Kysely, sql } from 'kysely';

/** What the table holds that this step looks at. */
interface AlertThen {
  id: number;
  alert_type: string;
  problem: string;
  message: string;
}

/** Well below either database's limit of parameters. */
const alertsAtOnce = 1000;

/** How a problem is known becomes a column of its own; it is taken from the sentences of the alerts that are there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('cause', 'text').execute();
  let last = 0;
  for (;;) {
    const alerts = await alertsAfter(db, last);
    await writeCauses(db, alerts);
    if (alerts.length < alertsAtOnce) return;
    last = alerts.at(-1)?.id ?? last;
  }
}

const alertsAfter = (db: Kysely<unknown>, id: number): Promise<AlertThen[]> =>
  db
    .withTables<{ alerts: AlertThen }>()
    .selectFrom('alerts')
    .select(['id', 'alert_type', 'problem', 'message'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(alertsAtOnce)
    .execute();

async function writeCauses(db: Kysely<unknown>, alerts: readonly AlertThen[]): Promise<void> {
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

/** What stood between target and cause in the sentence of a problem. */
const verbs: ReadonlyMap<unknown, string> = new Map([
  ['outage', ' is down: '],
  ['slow', ' is slow: '],
  ['metadata', ' lacks its meta tag: '],
]);

/** A name with more of them than this is nobody's, but a sentence may come from an archive that somebody made up. */
const mostVerbs = 10;

/**
 * The cause in the sentence of an alert, as it was written before it had a column; null on RECOVERED, and where the
 * sentence has none. What follows the first verb, unless a name before or a quotation in it has one too: then the first
 * that reads like a cause of ours.
 */
export function causeInSentence({ alert_type, problem, message }: Readonly<Record<string, unknown>>): string | null {
  const verb = verbs.get(problem);
  if (alert_type === 'RECOVERED' || verb === undefined || typeof message !== 'string') return null;
  const found: string[] = [];
  for (let at = message.indexOf(verb); at !== -1 && found.length < mostVerbs; at = message.indexOf(verb, at + 1)) {
    found.push(message.slice(at + verb.length));
  }
  return found.find(isOurs) ?? found[0] ?? null;
}

const isOurs = (words: string): boolean => words === unknownCause || publicCause(words) !== unknownCause;
