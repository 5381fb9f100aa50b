import type { Database } from '../../storage/database.ts';
import type { MessageContent } from '../notify/sending/new-messages.ts';
import { composeReport } from './compose-report.ts';
import { type ReportSources, readReportFigures } from './report-figures-store.ts';
import { keptWebsites, type StoredReport } from './report-store.ts';
import { periodStart } from './report-times.ts';

/** The reason for no report when all its websites were deleted: an empty choice would mean all. */
export const websitesGone = 'the websites that it is about were deleted';

/** The content of a report about the day or week before `due`, up to `now`. Null when all its websites were deleted. */
export async function makeReport(
  db: Database,
  { input }: StoredReport,
  { due, now }: { due: number; now: number },
  sources: ReportSources,
): Promise<MessageContent | null> {
  const kept = await keptWebsites(db, input.website_ids);
  if (input.website_ids.length > 0 && kept.length === 0) return null;
  const period = { from: await periodStart(input, due), to: now };
  const websiteIds = input.website_ids.length === 0 ? 'all' : kept;
  return composeReport(input, await readReportFigures(db, { websiteIds, period }, sources));
}
