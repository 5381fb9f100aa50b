import type { Channel } from '@upvigil/core/contract/channels';
import type { Policy, policySchema } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { useRef } from 'react';
import type { z } from 'zod';
import { failureText } from '../../../../api/failure-text.ts';
import { RowGroup } from '../../../../components/forms/field-group.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { NumberField, TextField } from '../../../../components/forms/inputs.tsx';
import { CheckboxGroup } from '../../../../components/forms/toggles.tsx';
import { type ContractForm, useContractForm } from '../../../../components/forms/use-contract-form.ts';
import { allRefs, nameOfRef } from '../channel-names.ts';
import { withPolicy } from '../document.ts';
import { ChangedMeanwhileError, type RoutingChanges, routingFailure } from '../use-routing-changes.ts';

type PolicyForm = ContractForm<z.input<typeof policySchema>, Policy>;

/** A new one gets its id when it is saved. */
const emptyPolicy: Policy = {
  id: 1,
  name: '',
  remind_minutes: null,
  steps: [{ after_minutes: 0, channels: [] }],
};

interface PolicyDialogProps {
  /** The policy to change; null adds one. */
  policy: Policy | null;
  channels: readonly Channel[];
  changes: RoutingChanges;
  onClose: () => void;
}

/** A policy: its steps, and its reminders. */
export function PolicyDialog({ policy, channels, changes, onClose }: PolicyDialogProps) {
  const original = useRef(policy);
  const contractForm: PolicyForm = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/routing')).policySchema,
    defaultValues: policy ?? emptyPolicy,
    save: async (entered) => {
      try {
        await changes.save((document) => withPolicy(document, original.current, entered));
      } catch (error) {
        if (error instanceof ChangedMeanwhileError)
          original.current = changes.current()?.policies.find(({ id }) => id === entered.id) ?? null;
        throw new Error(routingFailure(error), { cause: error });
      }
      onClose();
    },
    failure: failureText,
  });
  const { field, nullableNumberField } = contractForm;
  return (
    <FormDialog contractForm={contractForm} title={policy ? 'Edit Policy' : 'Add Policy'} onClose={onClose}>
      <TextField label="Name" {...field('name')} />
      <Steps contractForm={contractForm} channels={channels} />
      <NumberField
        label="Remind after"
        isOptional
        unit="minutes"
        range={limits.remindMinutes}
        hint={`${limits.remindMinutes.min} to ${limits.remindMinutes.max.toLocaleString('en')}, then after twice as long each time; empty: never`}
        {...nullableNumberField('remind_minutes')}
      />
    </FormDialog>
  );
}

/** So many minutes later a new step comes. */
const stepMinutes = 15;

function Steps({ contractForm, channels }: { contractForm: PolicyForm; channels: readonly Channel[] }) {
  const { form, numberField } = contractForm;
  const steps = form.watch('steps');
  const change = (changed: typeof steps) => {
    form.setValue('steps', changed, { shouldDirty: true });
    form.clearErrors('steps');
  };
  const options = allRefs(channels).map((value) => ({ value, label: nameOfRef(channels, value) }));
  const last = steps.at(-1)?.after_minutes;
  const next = last === undefined ? 0 : Math.min(last + stepMinutes, limits.policyStepMinutes.max);
  return (
    <RowGroup
      legend="Steps"
      add="Add step"
      most={limits.policySteps}
      count={steps.length}
      onAdd={() => change([...form.getValues('steps'), { after_minutes: next, channels: [] }])}
      onRemove={(at) => change(form.getValues('steps').toSpliced(at, 1))}
      name={(at) => `Step ${at + 1}`}
      columns=""
    >
      {(at) => (
        <>
          <NumberField
            label="After"
            unit="minutes"
            range={limits.policyStepMinutes}
            hint={at === 0 ? 'The first step comes at once, after 0 minutes' : 'Where nobody acknowledged it by then'}
            {...numberField(`steps.${at}.after_minutes`)}
          />
          <CheckboxGroup
            legend="Tells"
            options={options}
            chosen={steps[at]?.channels ?? []}
            error={form.formState.errors.steps?.[at]?.channels?.message}
            onChange={(chosen) => {
              form.setValue(`steps.${at}.channels`, chosen, { shouldDirty: true });
              form.clearErrors(`steps.${at}.channels`);
            }}
          />
        </>
      )}
    </RowGroup>
  );
}
