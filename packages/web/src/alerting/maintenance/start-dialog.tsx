import { useQueryClient } from '@tanstack/react-query';
import type { MaintenanceStart, StartedRun } from '@upvigil/core/contract/maintenance';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { useState } from 'react';
import type { z } from 'zod';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import type { FormField } from '../../components/forms/form-field.ts';
import { detailOr } from '../../failures.ts';
import { coveredTagsHint, tagsField } from '../../monitors/monitor-fields.tsx';
import { targetsField } from '../targets/target-picker.tsx';
import { untilWords } from '../until-words.ts';
import { maintenanceKey } from './maintenance-queries.ts';

const usualMinutes = 30;

interface StartProps {
  /** Preselected website, or null. */
  websiteId: number | null;
  /** Preselected monitors. */
  monitorIds?: readonly number[];
  onClose: () => void;
}

/** Starts maintenance at once, then lists targets that it does not cover. */
export function StartDialog({ websiteId, monitorIds, onClose }: StartProps) {
  const [started, setStarted] = useState<StartedRun | null>(null);
  return started ? (
    <StartedDialog run={started} onClose={onClose} />
  ) : (
    <StartForm
      websiteId={websiteId}
      monitorIds={monitorIds}
      onClose={onClose}
      onStarted={(run) => (run.not_covered.length > 0 ? setStarted(run) : onClose())}
    />
  );
}

const emptyStart: MaintenanceStart = {
  title: defaults.maintenance.title,
  website_ids: [],
  monitor_ids: [],
  tags: [],
  minutes: usualMinutes,
  public: false,
  key: null,
};

const fields: readonly FormField<MaintenanceStart>[] = [
  targetsField({ legend: 'Affected targets', none: 'No targets selected yet' }),
  tagsField<MaintenanceStart>({ hint: coveredTagsHint }),
  { kind: 'number', name: 'minutes', label: 'For', unit: 'minutes', range: limits.maintenance.minutes },
  { kind: 'text', name: 'title', label: 'Title' },
  { kind: 'switch', name: 'public', label: 'Public', hint: 'Public pages show the title' },
];

interface StartFormProps extends Omit<StartProps, 'monitorIds'> {
  monitorIds: readonly number[] | undefined;
  onStarted: (run: StartedRun) => void;
}

function StartForm({ websiteId, monitorIds = [], onStarted, onClose }: StartFormProps) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const save = async (body: MaintenanceStart) => {
    const run = await (await api()).maintenance.start({ body });
    await queryClient.invalidateQueries({ queryKey: maintenanceKey });
    if (run.not_covered.length === 0) notify(texts.started(untilWords(run.ends_at, Date.now())));
    onStarted(run);
  };
  return (
    <FormDialog<MaintenanceStart, MaintenanceStart>
      title="Start Maintenance"
      onClose={onClose}
      verb="Start"
      pendingVerb="Starting..."
      fields={fields}
      loadSchema={async () =>
        (await import('@upvigil/core/contract/maintenance')).maintenanceStart as z.ZodType<
          MaintenanceStart,
          MaintenanceStart
        >
      }
      defaultValues={{
        ...emptyStart,
        website_ids: websiteId === null ? [] : [websiteId],
        monitor_ids: [...monitorIds],
      }}
      save={save}
      failure={(error) => detailOr(error, texts.startFailed)}
    />
  );
}

/** Targets that were down before the maintenance stay DOWN and are listed here. */
const StartedDialog = ({ run, onClose }: { run: StartedRun; onClose: () => void }) => (
  <ModalDialog title="Some targets are not covered" size="small" onClose={onClose}>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>{texts.started(untilWords(run.ends_at, Date.now()))}. These are not covered:</p>
      <ul className="grid gap-1">
        {run.not_covered.map(({ monitor_id, name, website_name }) => (
          <li key={monitor_id} className="font-medium wrap-anywhere">{`${website_name}: ${name}`}</li>
        ))}
      </ul>
      <p className="text-(--muted)">{texts.notCovered}</p>
      <div className="flex justify-end">
        <Button kind="primary" data-initial-focus onClick={onClose}>
          OK
        </Button>
      </div>
    </div>
  </ModalDialog>
);
