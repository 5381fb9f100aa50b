import type { MaintenanceInput, MaintenanceRun, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import type { Mark } from '@upvigil/core/contract/marks';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { minuteMs } from '@upvigil/core/time';
import { maintenanceKey } from '../../alerting/maintenance/maintenance-queries.ts';
import { untilWords } from '../../alerting/until-words.ts';
import { deletion } from '../../components/dialogs/deletion.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../failures.ts';
import { useChanges } from '../../use-changes.ts';

export type MaintenanceActions = ReturnType<typeof useMaintenanceActions>;

const extensionMs = 30 * minuteMs;
const ofWindows = [maintenanceKey];
const ofMarks = [['marks']];

/** Actions on windows, runs and marks. Each reloads the lists. */
export function useMaintenanceActions() {
  const { notify, confirm } = useDialogs();
  const { change, attempt } = useChanges(ofWindows);
  const marks = useChanges(ofMarks);
  return {
    /** Adds or changes a window. Rejects if the server refuses it. */
    save: (window: MaintenanceWindow | null, body: MaintenanceInput) =>
      change(({ maintenance }) =>
        window ? maintenance.update({ params: { windowId: window.id }, body }) : maintenance.create({ body }),
      ),
    remove: ({ id, title }: MaintenanceWindow) =>
      confirm(
        deletion('window', title, {
          body: 'All its planned runs will be deleted. This cannot be undone.',
          run: () => change(({ maintenance }) => maintenance.remove({ params: { windowId: id } })),
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
          await change(({ maintenance }) => maintenance.end({ params: { runId: id } }));
          notify(texts.ended);
        },
        failure: (error) => detailOr(error, texts.endFailed),
      }),
    /** Extends a current run, and shows its new end. */
    extend: ({ id, ends_at }: MaintenanceRun) => {
      const later = new Date(Date.parse(ends_at) + extensionMs).toISOString();
      return attempt(
        ({ maintenance }) => maintenance.extend({ params: { runId: id }, body: { ends_at: later } }),
        texts.extendFailed,
        (run) => notify(texts.extended(untilWords(run.ends_at, Date.now()))),
      );
    },
    removeMark: ({ id, label }: Mark) =>
      confirm(
        deletion('mark', label, {
          body: 'Existing alerts keep mentioning it. This cannot be undone.',
          run: () => marks.change((client) => client.marks.remove({ params: { markId: id } })),
          failure: (error) => detailOr(error, texts.markDeleteFailed),
        }),
      ),
  };
}
