import { useQueryClient } from '@tanstack/react-query';
import type { MaintenanceInput, MaintenanceRun, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import type { Mark } from '@upvigil/core/contract/marks';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { maintenanceKey } from '../../alerting/maintenance/maintenance-queries.ts';
import { untilWords } from '../../alerting/until-words.ts';
import { api } from '../../api/api.ts';
import { deletion } from '../../components/dialogs/deletion.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../failures.ts';

export type MaintenanceActions = ReturnType<typeof useMaintenanceActions>;

const extensionMs = 30 * 60_000;

/** Actions on windows, runs and marks. Each reloads the lists. */
export function useMaintenanceActions() {
  const queryClient = useQueryClient();
  const { alert, notify, confirm } = useDialogs();
  const refresh = () => queryClient.invalidateQueries({ queryKey: maintenanceKey });
  return {
    /** Adds or changes a window. Rejects if the server refuses it. */
    save: async (window: MaintenanceWindow | null, body: MaintenanceInput) => {
      const client = await api();
      if (window) await client.maintenance.update({ params: { windowId: window.id }, body });
      else await client.maintenance.create({ body });
      await refresh();
    },
    remove: ({ id, title }: MaintenanceWindow) =>
      confirm(
        deletion('window', title, {
          body: 'All its planned runs will be deleted. This cannot be undone.',
          run: async () => {
            await (await api()).maintenance.remove({ params: { windowId: id } });
            await refresh();
          },
          failure: (error) => detailOr(error, texts.deleteFailed),
        }),
      ),
    end: ({ id, title }: MaintenanceRun) =>
      confirm({
        title: `End "${title}" now?`,
        confirmLabel: 'End Now',
        pendingLabel: 'Ending...',
        body: 'Problems that last 2 more minutes send notifications.',
        run: async () => {
          await (await api()).maintenance.end({ params: { runId: id } });
          await refresh();
          notify(texts.ended);
        },
        failure: (error) => detailOr(error, texts.endFailed),
      }),
    /** Extends a current run, and shows its new end. */
    extend: async ({ id, ends_at }: MaintenanceRun) => {
      const later = new Date(Date.parse(ends_at) + extensionMs).toISOString();
      try {
        const run = await (await api()).maintenance.extend({ params: { runId: id }, body: { ends_at: later } });
        notify(texts.extended(untilWords(run.ends_at, Date.now())));
      } catch (error) {
        await alert(detailOr(error, texts.extendFailed));
      }
      await refresh();
    },
    removeMark: ({ id, label }: Mark) =>
      confirm(
        deletion('mark', label, {
          body: 'Existing alerts keep mentioning it. This cannot be undone.',
          run: async () => {
            await (await api()).marks.remove({ params: { markId: id } });
            await queryClient.invalidateQueries({ queryKey: ['marks'] });
          },
          failure: (error) => detailOr(error, texts.markDeleteFailed),
        }),
      ),
  };
}
