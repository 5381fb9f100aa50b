import { sql } from 'kysely';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import { endAlerts } from '../decide/alert-store.ts';
import { type ExpiryCircumstances, type ExpiryNotice, raiseExpiry } from '../decide/raise-expiry.ts';
import { type ConcernedMonitor, expiryCause, expirySentence, renewalSentence } from './expiry-sentences.ts';
import { type Notice, withSentNotices } from './notices.ts';

/** The news about something that ends. Times in milliseconds since the epoch. */
export type EndingVerdict =
  | { what: 'expires'; end: number; notices: readonly Notice[] }
  /** It was renewed or replaced; `told`: the notices that count as sent from then on. */
  | { what: 'over'; told: string | null }
  /** No monitor has it any more, for example after an edited target: its alert ends silently. */
  | { what: 'gone' };

/** The sent notices of a row, and the monitor of its open alert; null without any. */
type NoticedRow = Pick<Tables['certificates'], 'told' | 'alert_id'> & { alert_monitor_id: number | null };

/** A certificate or a domain with news. */
export interface Ending {
  subject: ExpiryNotice['subject'];
  /** The key of its row: the id of a certificate, the name of a domain. */
  key: number | string;
  row: NoticedRow;
  verdict: EndingVerdict;
  /** The affected monitors by id. */
  monitors: readonly ConcernedMonitor[];
  /** Its name in sentences. */
  nameOf(monitors: readonly ConcernedMonitor[]): string;
}

const tables = {
  certificate: { table: 'certificates', key: 'id', alert_type: 'CERT_EXPIRING' },
  domain: { table: 'domains', key: 'name', alert_type: 'DOMAIN_EXPIRING' },
} as const;

/**
 * Raises due alerts, each in its own transaction, because another process may do the same. Publishes the change after
 * the commit.
 */
export async function raiseEndings(
  db: Database,
  endings: readonly Ending[],
  circumstances: ExpiryCircumstances,
  changes: Pick<ChangeFeed, 'publish'>,
): Promise<void> {
  const websiteIds = new Set<number>();
  let has_deliveries = false;
  for (const ending of endings) {
    const hasOne = await db.transaction().execute((trx) => raiseOne(trx, ending, circumstances));
    has_deliveries ||= hasOne;
    for (const { website_id } of ending.monitors) websiteIds.add(website_id);
  }
  // No check was recorded, so no figure has changed.
  if (websiteIds.size > 0) changes.publish({ website_ids: [...websiteIds], has_deliveries, monitors: [] });
}

/** Returns whether deliveries were added. */
async function raiseOne(
  trx: DatabaseTransaction,
  ending: Ending,
  circumstances: ExpiryCircumstances,
): Promise<boolean> {
  const { row, verdict } = ending;
  const claimed = { told: noticesAfter(ending), alert_id: null };
  if (!(await claim(trx, ending, row, claimed))) return false;
  if (verdict.what === 'gone') {
    if (row.alert_id !== null) await endAlerts(trx, [{ id: row.alert_id, ended_at: circumstances.now }]);
    return false;
  }
  if (verdict.what === 'over' && row.alert_id === null) return false;
  const notice = noticeOf(ending, verdict, circumstances.now);
  if (notice === null) return false;
  const { id, has_deliveries } = await raiseExpiry(trx, notice, circumstances);
  if (verdict.what === 'expires') await claim(trx, ending, claimed, { ...claimed, alert_id: id });
  return has_deliveries;
}

function noticesAfter({ row, verdict }: Ending): string | null {
  if (verdict.what === 'expires') return withSentNotices(row.told, verdict.notices);
  return verdict.what === 'over' ? verdict.told : row.told;
}

function noticeOf(
  { subject, row, monitors, nameOf }: Ending,
  verdict: Exclude<EndingVerdict, { what: 'gone' }>,
  now: number,
): ExpiryNotice | null {
  const concerned = alertFirst(monitors, row);
  const [monitor] = concerned;
  if (!monitor) return null;
  const common = { subject, open_alert_id: row.alert_id, monitor };
  const what = nameOf(concerned);
  if (verdict.what === 'over') {
    const message = renewalSentence(monitor.website_name, subject, what);
    return { ...common, alert_type: null, message, cause: null };
  }
  const cause = expiryCause(verdict.end, verdict.notices, now);
  const message = expirySentence(monitor.website_name, subject, what, cause);
  return { ...common, alert_type: tables[subject].alert_type, message, cause };
}

/** Puts the monitor of the open alert first, so that the end is listed under the same monitor. */
const alertFirst = (monitors: readonly ConcernedMonitor[], { alert_monitor_id }: NoticedRow): ConcernedMonitor[] => [
  ...monitors.filter(({ id }) => id === alert_monitor_id),
  ...monitors.filter(({ id }) => id !== alert_monitor_id),
];

/** Records the notices. False when another process was faster. */
async function claim(
  trx: DatabaseTransaction,
  { subject, key }: Ending,
  before: Pick<NoticedRow, 'told' | 'alert_id'>,
  next: Pick<NoticedRow, 'told' | 'alert_id'>,
): Promise<boolean> {
  const stored = tables[subject];
  const { rows } = await sql`
    update ${sql.table(stored.table)} set told = ${next.told}, alert_id = ${next.alert_id}
    where ${sql.ref(stored.key)} = ${key}
      and told is not distinct from ${before.told} and alert_id is not distinct from ${before.alert_id}
    returning alert_id`.execute(trx);
  return rows.length > 0;
}
