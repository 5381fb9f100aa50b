import type { MaintenanceInput, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as said } from '@upvigil/core/texts/maintenance';
import { useState } from 'react';
import type { z } from 'zod';
import { TargetPicker } from '../../../alerting/targets/target-picker.tsx';
import { detailOr } from '../../../api/failure-text.ts';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { NumberField, TextArea, TextField } from '../../../components/forms/inputs.tsx';
import { Switch } from '../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../components/forms/use-contract-form.ts';
import { TimeZoneField } from '../../../components/schedule/time-zone-field.tsx';
import { NextStarts } from './next-starts.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { entered, valuesOf, type WindowValues } from './window-form.ts';

type WindowForm = ContractForm<WindowValues, MaintenanceInput>;

interface WindowFormDialogProps {
  /** The window to change; null plans one. */
  window: MaintenanceWindow | null;
  save: (input: MaintenanceInput) => Promise<unknown>;
  onClose: () => void;
}

/** A window: what is worked on, when and how often, and who reads of it. */
export function WindowFormDialog({ window, save, onClose }: WindowFormDialogProps) {
  const [now] = useState(Date.now);
  const contractForm: WindowForm = useContractForm<WindowValues, MaintenanceInput>({
    // The schema takes what a form holds, and leaves out the parts of the rule.
    loadSchema: async () =>
      (await import('@upvigil/core/contract/maintenance')).maintenanceInput as unknown as z.ZodType<
        MaintenanceInput,
        WindowValues
      >,
    defaultValues: valuesOf(window, now),
    withoutHidden: entered,
    save,
    failure: (error) => detailOr(error, said.saveFailed),
  });
  const { field } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={window ? 'Edit Maintenance' : 'Plan Maintenance'} onClose={onClose}>
      <TextField label="Title" {...field('title')} />
      <TextArea label="Text" isOptional hint="Markdown, on its public page" {...field('body')} />
      <Targets contractForm={contractForm} />
      <TimeFields contractForm={contractForm} now={now} />
      <PublicFields contractForm={contractForm} />
    </FormDialog>
  );
}

interface PartProps {
  contractForm: WindowForm;
}

function Targets({ contractForm: { form } }: PartProps) {
  const [website_ids, monitor_ids] = form.watch(['website_ids', 'monitor_ids']);
  const { errors, isSubmitted } = form.formState;
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  return (
    <TargetPicker
      {...{ website_ids, monitor_ids }}
      legend="What is worked on"
      none="Nothing chosen yet"
      add="Add to the window"
      error={errors.website_ids?.message ?? errors.monitor_ids?.message}
      onChange={(targets) => {
        form.setValue('monitor_ids', targets.monitor_ids, options);
        form.setValue('website_ids', targets.website_ids, options);
      }}
    />
  );
}

/** When, how often, and what follows from it. */
function TimeFields({ contractForm: { form, field, numberField }, now }: PartProps & { now: number }) {
  const { registration, error } = field('starts_at');
  const [starts_at, duration_minutes, time_zone, repeat] = form.watch([
    'starts_at',
    'duration_minutes',
    'time_zone',
    'repeat',
  ]);
  const { rrule } = entered(form.getValues());
  const { errors, isSubmitted } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Start" hint="By the clocks of the time zone" error={error}>
          {(attributes) => <input type="datetime-local" className="control w-full" {...attributes} {...registration} />}
        </Field>
        <NumberField
          label="Duration"
          unit="minutes"
          range={limits.maintenance.minutes}
          {...numberField('duration_minutes')}
        />
      </div>
      <TimeZoneField {...field('time_zone')} />
      <RepeatFields
        repeat={repeat}
        error={errors.rrule?.message}
        onChange={(changed) => {
          form.setValue('repeat', changed, { shouldDirty: true, shouldValidate: isSubmitted });
        }}
      />
      <NextStarts {...{ starts_at, duration_minutes, rrule }} timeZone={time_zone} now={now} />
    </>
  );
}

function PublicFields({ contractForm: { form, field, numberField } }: PartProps) {
  return (
    <>
      <Switch
        label="Public"
        hint="Public pages tell its title, text and times; of a private one they show only that something is under maintenance"
        registration={field('public').registration}
      />
      {form.watch('public') ? (
        <>
          <NumberField
            label="Announced before"
            unit="hours"
            range={limits.maintenance.announceHours}
            {...numberField('announce_hours')}
          />
          <Switch label="Tell subscribers" registration={field('notify').registration} />
        </>
      ) : null}
    </>
  );
}
