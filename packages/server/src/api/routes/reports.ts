import { RequestError } from '@upvigil/core/contract/errors';
import type { ReportInput } from '@upvigil/core/contract/reports';
import { limits } from '@upvigil/core/limits';
import type { FastifyInstance } from 'fastify';
import {
  addReport,
  changeReport,
  countReports,
  deleteReport,
  describeReports,
  findReport,
  keptWebsites,
  type StoredReport,
} from '../../alerts/reports/report-store.ts';
import { nextReportAt } from '../../alerts/reports/report-times.ts';
import { type ReportSender, sendReport } from '../../alerts/reports/send-report.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { withChange } from './monitor-settings.ts';

interface ReportsRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  changes: Pick<ChangeFeed, 'publish'>;
  sender: ReportSender;
}

/** Daily and weekly reports by email. */
export function reportRoutes(api: FastifyInstance, { db, clock, changes, sender }: ReportsRouteDeps): void {
  const publish = (): void => changes.publish({ is_structural: true });
  const describeOne = async (id: number) => {
    const [report] = await describeReports(db, id);
    if (!report) throw unknownReport(id);
    return report;
  };
  const nextOf = (input: ReportInput): Promise<number> | null =>
    input.enabled ? nextReportAt(input, clock.now()) : null;

  serveEndpoints(api, 'reports', {
    list: () => describeReports(db),
    async create({ body, change }) {
      const next = await nextOf(body);
      const id = await change(
        async (trx) => {
          if ((await countReports(trx)) >= limits.reports) {
            throw new RequestError('conflict', `There are ${limits.reports} reports already: delete one first`);
          }
          return addReport(trx, await withKnownWebsites(trx, body), next);
        },
        (made) => ({ id: made }),
      );
      publish();
      return describeOne(id);
    },
    async update({ params: { reportId }, body, change }) {
      await change(async (trx) => {
        const before = await requireReport(trx, reportId);
        const input = await withKnownWebsites(trx, withChange(before.input, body));
        // An edit of other fields must not skip a run that is due now.
        const next_at = isSameSchedule(before.input, input) ? before.next_at : await nextOf(input);
        await changeReport(trx, { id: reportId, input, next_at });
      });
      publish();
      return describeOne(reportId);
    },
    async remove({ params: { reportId }, change }) {
      await change(async (trx) => {
        if (!(await deleteReport(trx, reportId))) throw unknownReport(reportId);
      });
      publish();
      return null;
    },
    send: async ({ params: { reportId }, change }) => sendReport(sender, await requireReport(db, reportId), change),
  });
}

const unknownReport = (id: number): RequestError => new RequestError('notFound', `There is no report ${id}`);

async function requireReport(db: Database, id: number): Promise<StoredReport> {
  const report = await findReport(db, id);
  if (!report) throw unknownReport(id);
  return report;
}

/** Drops deleted websites. When none of the selection is left, it stays an empty selection and does not become all. */
async function withKnownWebsites(trx: Database, input: ReportInput): Promise<ReportInput> {
  const website_ids = await keptWebsites(trx, input.website_ids);
  if (website_ids.length > 0 || input.website_ids.length === 0) return { ...input, website_ids };
  const message = 'None of these websites exists';
  throw new RequestError('invalid', message, { errors: [{ field: 'website_ids', message }] });
}

const isSameSchedule = (one: ReportInput, other: ReportInput): boolean =>
  (['enabled', 'frequency', 'weekday', 'time', 'time_zone'] as const).every((name) => one[name] === other[name]);
