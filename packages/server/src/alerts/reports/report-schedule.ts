import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { enqueueMessages, type MessageContent } from '../notify/sending/new-messages.ts';
import { createPoller } from '../notify/sending/poller.ts';
import { makeReport, websitesGone } from './make-report.ts';
import type { ReportSources } from './report-figures-store.ts';
import { readDueReports, type StoredReport, takeRun } from './report-store.ts';
import { lateAtMost, nextReportAt } from './report-times.ts';

interface ReportScheduleOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  sources: ReportSources;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const pollMilliseconds = 30_000;

export type ReportSchedule = ReturnType<typeof createReportSchedule>;

/** Adds due reports to the outbox, in one of several processes. */
export function createReportSchedule(options: ReportScheduleOptions) {
  const { db, clock, changes, log } = options;
  let unsubscribe = (): void => undefined;
  const poller = createPoller(
    clock,
    async () => {
      for (const report of await readDueReports(db, clock.now())) {
        // A report that fails is retried and does not block the others.
        await run(options, report).catch((error: unknown) =>
          log.error({ err: error, report: report.id }, 'a report could not be created; retrying'),
        );
      }
      return pollMilliseconds;
    },
    (error) => log.error({ err: error }, 'due reports could not be read'),
  );
  return {
    start(): void {
      poller.wake();
      unsubscribe = changes.subscribe(({ is_replaced }) => is_replaced && poller.wake());
    },
    /** Resolves when the current run is over. */
    settled: async (): Promise<void> => void (await poller.running()),
    async stop(): Promise<void> {
      unsubscribe();
      poller.stop();
      await poller.running();
    },
  };
}

/** The next run is set in the transaction that adds this one to the outbox: a killed process has done both or neither. */
async function run({ db, clock, changes, sources, log }: ReportScheduleOptions, report: StoredReport): Promise<void> {
  const now = clock.now();
  const due = report.next_at ?? now;
  const next_at = await nextReportAt(report.input, now);
  if (now - due >= lateAtMost) {
    const last_error = 'a report was skipped: the program did not run at its time';
    if (await takeRun(db, report, { next_at, last_error }))
      log.info({ report: report.id }, `of a report ${last_error}`);
    return;
  }
  const content = await makeReport(db, report, { due, now }, sources);
  const isTaken = await db.transaction().execute(async (trx) => {
    if (!(await takeRun(trx, report, { next_at, last_error: content === null ? websitesGone : null }))) return false;
    if (content !== null) await enqueueMessages(trx, [messageOf(report, content)], now);
    return true;
  });
  if (isTaken) changes.publish({ has_deliveries: true });
}

/** All recipients get one message. */
const messageOf = ({ id, input }: StoredReport, content: MessageContent) => ({
  purpose: 'report' as const,
  subject_id: id,
  content,
  channel: 'email' as const,
  channel_id: null,
  channel_name: null,
  recipient: input.recipients.join(', '),
});
