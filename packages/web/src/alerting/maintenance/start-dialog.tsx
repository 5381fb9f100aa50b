import { useQueryClient } from '@tanstack/react-query';
import type { MaintenanceStart, StartedRun } from '@upvigil/core/contract/maintenance';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as said } from '@upvigil/core/texts/maintenance';
import { useState } from 'react';
import type { z } from 'zod';
import { api } from '../../api/api.ts';
import { detailOr } from '../../api/failure-text.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { NumberField, TextField } from '../../components/forms/inputs.tsx';
import { Switch } from '../../components/forms/toggles.tsx';
import { useContractForm } from '../../components/forms/use-contract-form.ts';
import { TargetPicker } from '../targets/target-picker.tsx';
import { untilWords } from '../until-words.ts';
import { maintenanceKey } from './maintenance-queries.ts';

const usualMinutes = 30;

interface StartProps {
  /** Chosen already; null: nothing is. */
  websiteId: number | null;
  onClose: () => void;
}

/** Begins maintenance now; afterwards names what it does not cover, where there is such. */
export function StartDialog({ websiteId, onClose }: StartProps) {
  const [started, setStarted] = useState<StartedRun | null>(null);
  return started ? (
    <StartedDialog run={started} onClose={onClose} />
  ) : (
    <StartForm
      {...{ websiteId, onClose }}
      onStarted={(run) => (run.not_covered.length > 0 ? setStarted(run) : onClose())}
    />
  );
}

const emptyStart: MaintenanceStart = {
  title: defaults.maintenance.title,
  website_ids: [],
  monitor_ids: [],
  minutes: usualMinutes,
  public: false,
  key: null,
};

function StartForm({ websiteId, onStarted, onClose }: StartProps & { onStarted: (run: StartedRun) => void }) {
  const queryClient = useQueryClient();
  const { notify } = useDialogs();
  const contractForm = useContractForm<MaintenanceStart, MaintenanceStart>({
    loadSchema: async () =>
      (await import('@upvigil/core/contract/maintenance')).maintenanceStart as z.ZodType<
        MaintenanceStart,
        MaintenanceStart
      >,
    defaultValues: { ...emptyStart, website_ids: websiteId === null ? [] : [websiteId] },
    save: async (body) => {
      const run = await (await api()).maintenance.start({ body });
      await queryClient.invalidateQueries({ queryKey: maintenanceKey });
      if (run.not_covered.length === 0) notify(said.started(untilWords(run.ends_at, Date.now())));
      onStarted(run);
    },
    failure: (error) => detailOr(error, said.startFailed),
  });
  const { form, field, numberField } = contractForm;
  const { errors, isSubmitted } = form.formState;
  const [website_ids, monitor_ids] = form.watch(['website_ids', 'monitor_ids']);
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  return (
    <FormDialog
      contractForm={contractForm}
      title="Start Maintenance"
      onClose={onClose}
      verb="Start"
      pendingVerb="Starting..."
    >
      <TargetPicker
        {...{ website_ids, monitor_ids }}
        legend="What is worked on"
        none="Nothing chosen yet"
        add="Add"
        error={errors.website_ids?.message ?? errors.monitor_ids?.message}
        onChange={(targets) => {
          form.setValue('monitor_ids', targets.monitor_ids, options);
          form.setValue('website_ids', targets.website_ids, options);
        }}
      />
      <NumberField label="For" unit="minutes" range={limits.maintenance.minutes} {...numberField('minutes')} />
      <TextField label="Title" {...field('title')} />
      <Switch label="Public" hint="Public pages tell its title" registration={field('public').registration} />
    </FormDialog>
  );
}

/** What was down before it began stays red; its name stands here, so that nobody waits in vain. */
const StartedDialog = ({ run, onClose }: { run: StartedRun; onClose: () => void }) => (
  <ModalDialog title="Not everything is covered" size="small" onClose={onClose}>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>{said.started(untilWords(run.ends_at, Date.now()))}. These are not covered:</p>
      <ul className="grid gap-1">
        {run.not_covered.map(({ monitor_id, name, website_name }) => (
          <li key={monitor_id} className="font-medium wrap-anywhere">{`${website_name}: ${name}`}</li>
        ))}
      </ul>
      <p className="text-(--muted)">{said.notCovered}</p>
      <div className="flex justify-end">
        <Button kind="primary" data-initial-focus onClick={onClose}>
          OK
        </Button>
      </div>
    </div>
  </ModalDialog>
);
