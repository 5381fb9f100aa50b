import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { TextArea } from '../../../components/forms/inputs.tsx';
import { detailOr } from '../../../failures.ts';

/** Writes an update of a run, for the public pages. */
export function RunUpdateDialog({ run, onClose }: { run: MaintenanceRun; onClose: () => void }) {
  const { notify } = useDialogs();
  return (
    <FormDialog<{ body: string }, { body: string }>
      title={`Post Update: ${run.title}`}
      onClose={onClose}
      fields={[({ field }) => <TextArea label="Text" rows={6} hint={texts.updateHint} {...field('body')} />]}
      loadSchema={async () => (await import('@upvigil/core/contract/maintenance')).maintenanceUpdateInput}
      defaultValues={{ body: '' }}
      save={async (body) => {
        await (await api()).maintenance.addUpdate({ params: { runId: run.id }, body });
        notify(texts.updated);
        onClose();
      }}
      failure={(error) => detailOr(error, texts.updateFailed)}
    />
  );
}
