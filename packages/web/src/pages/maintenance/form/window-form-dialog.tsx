import type { MaintenanceInput, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { useState } from 'react';
import type { z } from 'zod';
import { targetsField } from '../../../alerting/targets/target-picker.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../components/forms/form-field.ts';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';
import { detailOr } from '../../../failures.ts';
import { coveredTagsHint, tagsField } from '../../../monitors/monitor-fields.tsx';
import { NextStarts } from './next-starts.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { entered, valuesOf, type WindowValues } from './window-form.ts';

interface WindowFormDialogProps {
  /** The window to edit; null adds one. */
  window: MaintenanceWindow | null;
  save: (input: MaintenanceInput) => Promise<unknown>;
  onClose: () => void;
}

/** Form of a maintenance window: targets, schedule and visibility. */
export function WindowFormDialog({ window, save, onClose }: WindowFormDialogProps) {
  const [now] = useState(Date.now);
  return (
    <FormDialog<WindowValues, MaintenanceInput>
      title={window ? 'Edit Maintenance' : 'Plan Maintenance'}
      onClose={onClose}
      fields={[...fields, ({ form }) => <Repeats form={form} now={now} />, ...publicFields]}
      // The schema accepts the additional form fields and drops the parts of the rule.
      loadSchema={async () =>
        (await import('@upvigil/core/contract/maintenance')).maintenanceInput as unknown as z.ZodType<
          MaintenanceInput,
          WindowValues
        >
      }
      defaultValues={valuesOf(window, now)}
      withoutHidden={entered}
      save={save}
      failure={(error) => detailOr(error, texts.saveFailed)}
    />
  );
}

const fields: readonly FormField<WindowValues>[] = [
  { kind: 'text', name: 'title', label: 'Title' },
  { kind: 'textarea', name: 'body', label: 'Text', isOptional: true, hint: 'Markdown, on its public page' },
  targetsField({ legend: 'Affected targets', none: 'No targets selected yet' }),
  tagsField<WindowValues>({ hint: coveredTagsHint }),
  {
    kind: 'row',
    fields: [
      { kind: 'datetime-local', name: 'starts_at', label: 'Start', hint: 'Local time in the selected time zone' },
      {
        kind: 'number',
        name: 'duration_minutes',
        label: 'Duration',
        unit: 'minutes',
        range: limits.maintenance.minutes,
      },
    ],
  },
  { kind: 'time-zone', name: 'time_zone' },
];

const publicFields: readonly FormField<WindowValues>[] = [
  {
    kind: 'switch',
    name: 'public',
    label: 'Public',
    hint: 'Public pages show title, text and times. For private maintenance they only show that a service is under maintenance',
  },
  {
    kind: 'number',
    name: 'announce_hours',
    label: 'Announced before',
    unit: 'hours',
    range: limits.maintenance.announceHours,
    isShown: (values) => values.public,
  },
  { kind: 'switch', name: 'notify', label: 'Notify subscribers', isShown: (values) => values.public },
];

/** Schedule fields and the next starts. */
function Repeats({ form, now }: { form: ContractForm<WindowValues>['form']; now: number }) {
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
      <RepeatFields
        repeat={repeat}
        error={errors.rrule?.message}
        onChange={(changed) => {
          form.setValue('repeat', changed, { shouldDirty: true, shouldValidate: isSubmitted });
        }}
      />
      <NextStarts
        starts_at={starts_at}
        duration_minutes={duration_minutes}
        rrule={rrule}
        timeZone={time_zone}
        now={now}
      />
    </>
  );
}
