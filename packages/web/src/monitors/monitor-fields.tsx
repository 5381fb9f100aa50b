import { useQuery } from '@tanstack/react-query';
import type { Severity } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormField } from '../components/forms/form-field.ts';
import { TagsInput } from '../components/forms/tags-input.tsx';
import type { ContractForm } from '../components/forms/use-contract-form.ts';
import { ParentField } from './parent-field.tsx';
import { allTags } from './tags-query.ts';

/** Fields of monitors of all kinds, as a form or a stored monitor has them. */
interface CommonFields {
  parent_id?: number | null | undefined;
  tags?: string[] | undefined;
  recovery_threshold?: number | undefined;
}

/** For every kind of monitor, as the next fields. */
export const failureThresholdField = {
  kind: 'number',
  name: 'failure_threshold',
  label: 'Failure threshold',
  unit: 'checks',
  range: limits.failureThreshold,
  hint: 'Consecutive failed checks before an alert',
} as const;

export const recoveryThresholdField = {
  kind: 'number',
  name: 'recovery_threshold',
  label: 'Recovery threshold',
  unit: 'checks',
  range: limits.recoveryThreshold,
  hint: 'Consecutive successful checks that end a problem',
} as const;

/** Severity of a monitor's alerts, which routing rules can match. Null: by alert type. */
export const severityField = {
  kind: 'select',
  name: 'severity',
  label: 'Severity',
  options: [
    { value: '', label: 'By type' },
    { value: 'critical', label: 'Always critical' },
    { value: 'warning', label: 'Always a warning' },
  ],
  hint: 'By type, DOWN and ERROR are critical',
  parse: (text: unknown) => text || null,
} as const;

/** Short label of the severity; empty if it follows the alert type. */
export const severityWords = (severity: Severity | null | undefined): string =>
  severity ? `always ${severity === 'critical' ? 'critical' : 'a warning'}` : '';

/** Of URLs and network monitors. */
export const checkIntervalField = {
  kind: 'number',
  name: 'check_interval',
  label: 'Check interval',
  unit: 's',
  range: limits.checkIntervalSeconds,
  presets: defaults.intervalPresetSeconds,
} as const;

/** In forms of monitors. */
const tagsHint = `At most ${limits.tags.most}, such as env:prod. Filters and routes use them`;

/** In forms of maintenance. */
export const coveredTagsHint =
  'Also covers the monitors with any of them at the start. env: stands for all that begin with it';

/** Field that stores `tags`. */
export const tagsField = <Values extends FieldValues & Pick<CommonFields, 'tags'>>({
  hint = tagsHint,
} = {}): FormField<Values> => ({
  kind: 'own',
  name: 'tags' as FieldPath<Values>,
  draw: (contractForm) => <Tags hint={hint} contractForm={contractForm as unknown as ContractForm<CommonFields>} />,
});

function Tags({ hint, contractForm: { form, errorOf } }: { hint: string; contractForm: ContractForm<CommonFields> }) {
  const { data = [] } = useQuery(allTags());
  return (
    <TagsInput
      label="Tags"
      isOptional
      hint={hint}
      error={errorOf('tags')}
      tags={form.watch('tags') ?? []}
      suggestions={data.map(({ tag }) => tag)}
      onChange={(tags) => setValue(form, 'tags', tags)}
    />
  );
}

const setValue = <Name extends keyof CommonFields>(
  form: UseFormReturn<CommonFields>,
  name: Name,
  value: CommonFields[Name],
) => form.setValue(name, value as never, { shouldDirty: true, shouldValidate: true });

/** Fields for the tags and the parent. `ownId`: the edited monitor; null for a new one. */
export const groupingFields = <Values extends FieldValues & CommonFields>(
  ownId: number | null,
): readonly FormField<Values>[] => [
  tagsField<Values>(),
  {
    kind: 'own',
    name: 'parent_id' as FieldPath<Values>,
    draw: (contractForm) => {
      const { form, errorOf } = contractForm as unknown as ContractForm<CommonFields>;
      return (
        <ParentField
          parentId={form.watch('parent_id') ?? null}
          ownId={ownId}
          error={errorOf('parent_id')}
          onChange={(id) => setValue(form, 'parent_id', id)}
        />
      );
    },
  },
];

/** Initial values of these fields. */
export const commonValues = (monitor: CommonFields | null) => ({
  parent_id: monitor?.parent_id ?? null,
  tags: monitor?.tags ?? [],
  recovery_threshold: monitor?.recovery_threshold ?? 1,
});

interface CheckFields extends CommonFields {
  timeout: number;
  check_interval: number;
  response_time_threshold: number;
  failure_threshold: number;
  enabled: boolean;
  severity: Severity | null;
}

/** Initial values of the fields that URLs and network monitors share. `initial`: those of a new one. */
export const checkValues = (
  monitor: CheckFields | null,
  initial: Omit<CheckFields, keyof CommonFields | 'severity'>,
) => ({
  timeout: monitor?.timeout ?? initial.timeout,
  check_interval: monitor?.check_interval ?? initial.check_interval,
  response_time_threshold: monitor?.response_time_threshold ?? initial.response_time_threshold,
  failure_threshold: monitor?.failure_threshold ?? initial.failure_threshold,
  enabled: monitor?.enabled ?? initial.enabled,
  severity: monitor?.severity ?? null,
  ...commonValues(monitor),
});

/** Short labels of the changed fields, for the summary of a folded part. */
export function commonSummary({ parent_id = null, tags = [], recovery_threshold = 1 }: CommonFields): string[] {
  return [
    recovery_threshold > 1 ? `recovers after ${recovery_threshold} successful checks` : '',
    tags.length > 0 ? `tags ${tags.join(', ')}` : '',
    parent_id === null ? '' : 'has a parent',
  ].filter(Boolean);
}
