import type { Report, ReportInput } from '@upvigil/core/contract/reports';
import { reportMessages } from '@upvigil/core/texts/reports';
import * as queries from '../../../alerting/queries.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';
import { useChanges } from '../../../use-changes.ts';

export type ReportActions = ReturnType<typeof useReportActions>;

/** Actions on reports. Each reloads the list. */
export function useReportActions() {
  const { alert, notify, confirm } = useDialogs();
  const { change, attempt } = useChanges([queries.reports().queryKey]);
  return {
    /** Adds or changes a report. Rejects if the server refuses it. */
    save: (report: Report | null, body: ReportInput) =>
      change(({ reports }) =>
        report ? reports.update({ params: { reportId: report.id }, body }) : reports.create({ body }),
      ),
    remove: ({ id, name }: Report) =>
      confirm(
        deletion('report', name, {
          body: 'It will no longer be sent. This cannot be undone.',
          run: () => change(({ reports }) => reports.remove({ params: { reportId: id } })),
          failure: (error) => detailOr(error, reportMessages.deleteFailed),
        }),
      ),
    /** Sends the report now, and shows the result. */
    send: ({ id }: Report) =>
      attempt(
        ({ reports }) => reports.send({ params: { reportId: id } }),
        reportMessages.sendFailed,
        ({ success, message }) => (success ? notify(message) : alert(`${reportMessages.sendFailed}: ${message}`)),
      ),
  };
}
