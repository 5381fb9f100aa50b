import type { UrlChange, UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import type { Insertable } from 'kysely';
import { decodeLastFault } from '../../domain/last-fault.ts';
import { idsOf, listMonitors, type MonitorEdit, type MonitorWithCheck } from '../../monitors/monitor-store.ts';
import { requireUrl } from '../../monitors/require-monitor.ts';
import { windowSumsByMonitor } from '../../results/result-store.ts';
import { noSums, type Sums, uptimeOf } from '../../results/rollups/sums.ts';
import { lastHours } from '../../results/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import type { MonitorRow, MonitorTable } from '../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { changedColumns, sharedColumns, sharedSettings, withChange } from '../shared/monitor-settings.ts';
import { recentChecksAnswer, screenshotPath, urlCheckAnswer } from '../shared/wire-checks.ts';

/** The URLs of a website by id, in a number of statements that does not grow with them. */
export async function listUrls(db: Database, website_id: number, now: number): Promise<UrlMonitor[]> {
  const found = await listMonitors(db, 'url', { website_id });
  const sums = await windowSumsByMonitor(db, idsOf(found), lastHours(24, now));
  const screenshots = await newestScreenshots(db, 'website_id', website_id);
  return found.map((one) => urlAnswer(one, sums.get(one.monitor.id), screenshots.get(one.monitor.id)));
}

/** @throws RequestError `notFound` when there is no URL of this id */
export async function readUrl(db: Database, id: number, now: number): Promise<UrlMonitor> {
  const found = await requireUrl(db, id);
  const sums = await windowSumsByMonitor(db, [id], lastHours(24, now));
  const screenshots = await newestScreenshots(db, 'id', id);
  return urlAnswer(found, sums.get(id), screenshots.get(id));
}

type Screenshot = NonNullable<UrlMonitor['newest_screenshot']>;

/** By monitor id, of one monitor or of all of a website. */
async function newestScreenshots(
  db: Database,
  column: 'id' | 'website_id',
  value: number,
): Promise<Map<number, Screenshot>> {
  const rows = await db
    .selectFrom('checks')
    .select(['monitor_id', 'checked_at', 'screenshot'])
    .where('screenshot', 'is not', null)
    .where('monitor_id', 'in', (eb) => eb.selectFrom('monitors').select('id').where(column, '=', value))
    .orderBy('checked_at')
    .execute();
  const newest = new Map<number, Screenshot>();
  for (const { monitor_id, checked_at, screenshot } of rows) {
    if (screenshot) newest.set(monitor_id, { path: screenshotPath(screenshot), taken_at: timeOf(checked_at) });
  }
  return newest;
}

function urlAnswer(
  { monitor, last_check }: MonitorWithCheck,
  sums: Sums = noSums,
  newest_screenshot: Screenshot | null = null,
): UrlMonitor {
  return {
    id: monitor.id,
    website_id: monitor.website_id,
    ...urlSettings(monitor),
    created_at: timeOf(monitor.created_at),
    last_check: last_check && urlCheckAnswer(last_check),
    last_check_time: timeOrNull(monitor.last_check_time),
    uptime_24h: uptimeOf(sums),
    newest_screenshot,
    recent_checks: recentChecksAnswer(monitor),
    last_fault: decodeLastFault(monitor.last_fault),
  };
}

const urlSettings = (row: MonitorRow): UrlInput => ({
  url: row.target,
  metadata_tag: row.metadata_tag,
  metadata_value: row.metadata_value,
  check_mode: row.check_mode ?? defaults.url.check_mode,
  ...sharedSettings(row),
});

const urlColumns = ({ url, metadata_tag, metadata_value, check_mode, ...shared }: UrlInput) => ({
  target: url,
  ...{ metadata_tag, metadata_value, check_mode },
  ...sharedColumns(shared),
});

/** Due at once, so that whoever adds a URL sees it checked. */
export const urlRow = (website_id: number, input: UrlInput, now: number): Insertable<MonitorTable> => ({
  website_id,
  kind: 'URL',
  ...urlColumns(input),
  created_at: now,
  next_due_at: now,
});

/** What is undefined stays. */
export function urlEdit(row: MonitorRow, change: UrlChange): MonitorEdit {
  const settings = urlSettings(row);
  return changedColumns(urlColumns(settings), urlColumns(withChange(settings, change)));
}
