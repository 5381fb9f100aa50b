import { useQueryClient } from '@tanstack/react-query';
import type { Report, ReportInput } from '@upvigil/core/contract/reports';
import { reportMessages } from '@upvigil/core/texts/reports';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';

export type ReportActions = ReturnType<typeof useReportActions>;

/** Actions on reports. Each reloads the list. */
export function useReportActions() {
  const queryClient = useQueryClient();
  const { alert, notify, confirm } = useDialogs();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.reports().queryKey });
  return {
    /** Adds or changes a report. Rejects if the server refuses it. */
    save: async (report: Report | null, body: ReportInput) => {
      const client = await api();
      if (report) await client.reports.update({ params: { reportId: report.id }, body });
      else await client.reports.create({ body });
      await refresh();
    },
    remove: ({ id, name }: Report) =>
      confirm(
        deletion('report', name, {
          body: 'It will no longer be sent. This cannot be undone.',
          run: async () => {
            await (await api()).reports.remove({ params: { reportId: id } });
            await refresh();
          },
          failure: (error) => detailOr(error, reportMessages.deleteFailed),
        }),
      ),
    /** Sends the report now, and shows the result. */
    send: async ({ id }: Report) => {
      try {
        const { success, message } = await (await api()).reports.send({ params: { reportId: id } });
        if (success) notify(message);
        else await alert(`${reportMessages.sendFailed}: ${message}`);
      } catch (error) {
        await alert(detailOr(error, reportMessages.sendFailed));
      }
      await refresh();
    },
  };
}
