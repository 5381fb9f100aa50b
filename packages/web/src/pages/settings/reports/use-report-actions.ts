import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Report, ReportInput } from '@upvigil/core/contract/reports';
import { reportMessages } from '@upvigil/core/page-messages/reports';
import { useMemo } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { type Dialogs, useDialogs } from '../../../components/dialogs/dialogs.tsx';

export interface ReportActions {
  /** Adds a report, or changes the given one. Rejects when it was refused. */
  save: (report: Report | null, body: ReportInput) => Promise<void>;
  /** Asks, then deletes. */
  remove: (report: Report) => Promise<unknown>;
  /** Sends it now, and says how that went. */
  send: (report: Report) => Promise<void>;
}

/** What can be done to reports. The list is read again afterwards. */
export function useReportActions(): ReportActions {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => actionsOf(queryClient, dialogs), [queryClient, dialogs]);
}

function actionsOf(queryClient: QueryClient, { alert, notify, confirm }: Dialogs): ReportActions {
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.reports().queryKey });
  return {
    save: async (report, body) => {
      const client = await api();
      if (report) await client.reports.update({ params: { reportId: report.id }, body });
      else await client.reports.create({ body });
      await refresh();
    },
    remove: ({ id, name }) =>
      confirm({
        title: `Delete report "${name}"?`,
        body: 'It is not sent any more. This cannot be undone.',
        confirmLabel: 'Delete report',
        pendingLabel: 'Deleting...',
        isDanger: true,
        run: async () => {
          await (await api()).reports.remove({ params: { reportId: id } });
          await refresh();
        },
        failure: (error) => detailOr(error, reportMessages.deleteFailed),
      }),
    send: async ({ id }) => {
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
