import { isUnproven } from '@upvigil/core/status/proof';
import { sql } from 'kysely';
import { groupBy } from '../../base/domain/group-by.ts';
import { listedName } from '../../base/domain/monitor-name.ts';
import { windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { coverageIn } from '../../checks/record/rollups/disabled-periods-store.ts';
import { addSums, averageSecondsOf, noSums, type Sums, uptimeOf } from '../../checks/record/rollups/sums.ts';
import { windowSegments } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import { type ChannelsByKind, listChannelRecipients } from '../notify/channel-recipients.ts';
import { describeRecipients, readDrillRecords } from '../notify/drills/drill-store.ts';
import { type AlertFigures, outageFigures, type Period, type ReportFigures } from './report-figures.ts';

/** The websites and the period of the figures. */
interface ReportScope {
  websiteIds: readonly number[] | 'all';
  period: Period;
}

/** Sources of figures that are not in the database. */
export interface ReportSources {
  channels: ChannelsByKind;
  /** The time of the newest backup, in milliseconds since the epoch; null when there is none. */
  newestBackup(): Promise<number | null>;
}

const mostSlowest = 5;

/** All figures of a report, in a constant number of statements. */
export async function readReportFigures(
  db: Database,
  scope: ReportScope,
  { channels, newestBackup }: ReportSources,
): Promise<ReportFigures> {
  const { period, websiteIds } = scope;
  const websites = await readWebsites(db, websiteIds);
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const monitors = await readMonitors(db, websiteIds);
  const asked = websiteIds === 'all' ? 'all' : monitors.map(({ id }) => id);
  const window = windowSegments(period.from, period.to);
  const sums = await windowSumsByMonitor(db, asked, window);
  const coverage = await coverageIn(db, window, { now: period.to, monitorIds: asked });
  const ofWebsite = groupBy(monitors, ({ website_id }) => website_id);
  const outages = groupBy(await readOutages(db, scope), ({ website_id }) => website_id);
  const sumsOf = (id: number): Sums => sums.get(id) ?? noSums;
  const counts = await countsMaintenance(db);
  return {
    period,
    websites: websites.map(({ id, name }) => {
      const ofMonitors = ofWebsite.get(id) ?? [];
      const all = ofMonitors.map((monitor) => sumsOf(monitor.id)).reduce(addSums, noSums);
      return {
        name,
        uptime: uptimeOf(all, counts),
        coverage: coverage(ofMonitors, all),
        outages: outageFigures(outages.get(id) ?? [], period),
      };
    }),
    slowest: monitors
      .flatMap((monitor) => {
        const seconds = averageSecondsOf(sumsOf(monitor.id));
        const website = names.get(monitor.website_id) ?? '';
        return seconds === null ? [] : [{ website, monitor: listedName(monitor), kind: monitor.kind, seconds }];
      })
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, mostSlowest),
    alerts: await readAlertFigures(db, scope),
    unproven: await readUnproven(db, channels, period.to),
    newestBackup: await newestBackup(),
  };
}

const readWebsites = (db: Database, ids: ReportScope['websiteIds']) =>
  db
    .selectFrom('websites')
    .select(['id', 'name'])
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as number[]))
    .orderBy('name')
    .orderBy('id')
    .execute();

const readMonitors = (db: Database, ids: ReportScope['websiteIds']) =>
  db
    .selectFrom('monitors')
    .select(['id', 'website_id', 'kind', 'name', 'target', 'port'])
    .select(['check_interval_seconds', 'created_at', 'last_check_time'])
    .$if(ids !== 'all', (query) => query.where('website_id', 'in', ids as number[]))
    .orderBy('id')
    .execute();

/** Outages that overlap the period, from the first failed check. */
const readOutages = (db: Database, { websiteIds, period }: ReportScope) =>
  db
    .selectFrom('alerts')
    .select(['website_id', 'ended_at as ended'])
    .select(({ fn }) => fn.coalesce('began_at', 'created_at').as('began'))
    .where('problem', '=', 'outage')
    .where('alert_type', '!=', 'RECOVERED')
    .where('created_at', '<=', period.to)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', period.from)]))
    .$if(websiteIds !== 'all', (query) => query.where('website_id', 'in', websiteIds as number[]))
    .execute();

async function readAlertFigures(db: Database, { websiteIds, period }: ReportScope): Promise<AlertFigures> {
  const isSome = (status: string) =>
    sql<number>`coalesce(max(case when d.status = ${status} then 1 else 0 end), 0)`.as(status);
  const each = db
    .selectFrom('alerts as a')
    .leftJoin('deliveries as d', 'd.alert_id', 'a.id')
    .select([isSome('sent'), isSome('suppressed'), isSome('pending'), isSome('failed')])
    .where('a.created_at', '>=', period.from)
    .where('a.created_at', '<=', period.to)
    .$if(websiteIds !== 'all', (query) => query.where('a.website_id', 'in', websiteIds as number[]))
    .groupBy('a.id');
  const { all, sent, suppressed } = await db
    .selectFrom(each.as('e'))
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`coalesce(sum(e.sent), 0)`.as('sent'),
      sql<number>`coalesce(sum(case when e.sent + e.pending + e.failed = 0 then e.suppressed else 0 end), 0)`.as(
        'suppressed',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(all), sent: Number(sent), suppressed: Number(suppressed) };
}

async function readUnproven(db: Database, channels: ChannelsByKind, now: number): Promise<string[]> {
  const usable = (await listChannelRecipients(db, channels)).filter(({ offReason }) => offReason === null);
  return describeRecipients(usable, await readDrillRecords(db)).flatMap(({ name, recipient, unproven_since }) => {
    if (!isUnproven(unproven_since, now)) return [];
    return [recipient === null ? name : `${name} to ${recipient}`];
  });
}
