import type { ReportSources } from '../alerts/reports/report-figures-store.ts';
import { createReportSchedule } from '../alerts/reports/report-schedule.ts';
import type { ReportSender } from '../alerts/reports/send-report.ts';
import { listBackups } from '../operations/backup/backup-files.ts';
import type { Notifying } from './notifying.ts';
import type { Service, Shared } from './process-context.ts';

export interface Reporting extends Service {
  /** Sends a report on request. */
  sender: ReportSender;
}

/** Maximum wait of a request to send a report. */
const sendDeadlineMilliseconds = 20_000;

export function composeReporting(shared: Shared, { channels }: Pick<Notifying, 'channels'>): Reporting {
  const { config, storage, clock, changes, log, publicUrl } = shared;
  const { db } = storage;
  const sources: ReportSources = {
    channels,
    async newestBackup() {
      const [newest] = await listBackups(config.dataDir);
      return newest ? Date.parse(newest.created) : null;
    },
  };
  const schedule = createReportSchedule({ db, clock, changes, log, sources });
  return {
    sender: { db, clock, email: channels.email, sources, publicUrl, deadlineMilliseconds: sendDeadlineMilliseconds },
    start: async () => (config.role === 'web' ? undefined : schedule.start()),
    stop: () => schedule.stop(),
  };
}
