import { useQuery } from '@tanstack/react-query';
import { limits } from '@upvigil/core/limits';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormField } from '../components/forms/form-field.ts';
import { TagsInput } from '../components/forms/tags-input.tsx';
import type { ContractForm } from '../components/forms/use-contract-form.ts';
import { ParentField } from './parent-field.tsx';
import { allTags } from './tags-query.ts';

/** Fields of monitors of all kinds, as a form or a stored monitor has them. */
export interface CommonFields {
  parent_id?: number | null | undefined;
  tags?: string[] | undefined;
  recovery_threshold?: number | undefined;
}

/** Number of successful checks that end a problem; for every kind of monitor. */
export const recoveryThresholdField = {
  kind: 'number',
  name: 'recovery_threshold',
  label: 'Recovery threshold',
  unit: 'checks',
  range: limits.recoveryThreshold,
  hint: 'Consecutive successful checks that end a problem',
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

/** Short labels of what is set, for the summary of a folded part. */
export function commonSummary({ parent_id = null, tags = [], recovery_threshold = 1 }: CommonFields): string[] {
  return [
    recovery_threshold > 1 ? `recovers after ${recovery_threshold} successful checks` : '',
    tags.length > 0 ? `tags ${tags.join(', ')}` : '',
    parent_id === null ? '' : 'has a parent',
  ].filter(Boolean);
}
