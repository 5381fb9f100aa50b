import type { Channel } from '@upvigil/core/contract/channels';
import type { Policy, policySchema } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { useRef } from 'react';
import type { z } from 'zod';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import type { FormField } from '../../../../components/forms/form-field.ts';
import { failureText } from '../../../../failures.ts';
import { allRefs, nameOfRef } from '../channel-names.ts';
import { withPolicy } from '../document.ts';
import { type RoutingChanges, saveFormPart } from '../use-routing-changes.ts';

type Values = z.input<typeof policySchema>;

const { remindMinutes } = limits;

/** The id is assigned on save. */
const emptyPolicy: Policy = {
  id: 1,
  name: '',
  remind_minutes: null,
  steps: [{ after_minutes: 0, channels: [] }],
};

interface PolicyDialogProps {
  /** The policy to edit; null adds one. */
  policy: Policy | null;
  channels: readonly Channel[];
  changes: RoutingChanges;
  onClose: () => void;
}

/** Form of a policy: steps and reminders. */
export function PolicyDialog({ policy, channels, changes, onClose }: PolicyDialogProps) {
  const original = useRef(policy);
  return (
    <FormDialog<Values, Policy>
      title={policy ? 'Edit Policy' : 'Add Policy'}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: 'Name' },
        stepsField(channels),
        {
          kind: 'number',
          name: 'remind_minutes',
          label: 'Remind after',
          isOptional: true,
          isNullable: true,
          unit: 'minutes',
          range: remindMinutes,
          hint: `${remindMinutes.min} to ${remindMinutes.max.toLocaleString('en')}, doubled after each reminder; empty: never`,
        },
      ]}
      loadSchema={async () => (await import('@upvigil/core/contract/routing')).policySchema}
      defaultValues={policy ?? emptyPolicy}
      save={async (entered) => {
        await saveFormPart(
          changes,
          (document) => withPolicy(document, original.current, entered),
          () => {
            original.current = changes.current()?.policies.find(({ id }) => id === entered.id) ?? null;
          },
        );
        onClose();
      }}
      failure={failureText}
    />
  );
}

/** Default delay of a new step after the previous one. */
const stepMinutes = 15;

function stepsField(channels: readonly Channel[]): FormField<Values> {
  const options = allRefs(channels).map((value) => ({ value, label: nameOfRef(channels, value) }));
  return {
    kind: 'rows',
    name: 'steps',
    legend: 'Steps',
    add: 'Add step',
    most: limits.policySteps,
    rowName: 'Step',
    columns: '',
    newRow: ({ steps }) => {
      const last = steps.at(-1)?.after_minutes;
      const after_minutes = last === undefined ? 0 : Math.min(last + stepMinutes, limits.policyStepMinutes.max);
      return { after_minutes, channels: [] };
    },
    fields: (at) => [
      {
        kind: 'number',
        name: `steps.${at}.after_minutes`,
        label: 'After',
        unit: 'minutes',
        range: limits.policyStepMinutes,
        hint: at === 0 ? 'The first step runs at once, after 0 minutes' : 'If not acknowledged by then',
      },
      { kind: 'choices', name: `steps.${at}.channels`, label: 'Channels', options },
    ],
  };
}
