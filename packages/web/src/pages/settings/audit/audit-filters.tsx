import { actorKinds } from '@upvigil/core/contract/audit';
import { type AuditAction, allAuditActions } from '@upvigil/core/contract/audit-actions';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { type AuditFilters, noFilters } from './audit-queries.ts';

const ranges = [
  { hours: 24, label: 'Last 24 Hours' },
  { hours: defaults.hours.audit, label: 'Last Week' },
  { hours: 30 * 24, label: 'Last 30 Days' },
  { hours: limits.hours.max, label: 'Last Year' },
];

const kindOf = (action: AuditAction): string => action.slice(0, action.indexOf('.'));
/** Kinds of objects with their actions. */
const kinds = [...new Set(allAuditActions.map(kindOf))]
  .sort()
  .map((kind) => ({ kind, actions: allAuditActions.filter((action) => kindOf(action) === kind) }));

interface AuditFiltersProps {
  /** At least one filter is set. */
  isFiltered: boolean;
  onFilter: (filters: AuditFilters) => void;
}

/** Filters by time, user, action and object. */
export function AuditFilterForm({ isFiltered, onFilter }: AuditFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFilter(enteredIn(event.currentTarget));
  };
  const reset = () => {
    form.current?.reset();
    onFilter(noFilters);
  };
  return (
    <search aria-label="Filter the audit">
      <form ref={form} className="grid gap-4" onSubmit={submit}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Time">
            {(attributes) => (
              <select name="hours" className="control w-full" defaultValue={noFilters.hours} {...attributes}>
                {ranges.map(({ hours, label }) => (
                  <option key={hours} value={hours}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <ActionChoice />
          <ActorInput />
          <Field label="Target" hint="A name, or a type and an id, such as website:3">
            {(attributes) => <TextInput name="target" {...attributes} />}
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">Filter</Button>
          {isFiltered ? (
            <Button kind="bare" onClick={reset}>
              Clear filters
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}

function enteredIn(form: HTMLFormElement): AuditFilters {
  const entered = new FormData(form);
  const text = (name: keyof AuditFilters) => String(entered.get(name) ?? '').trim();
  return { hours: Number(text('hours')), actor: text('actor'), action: text('action'), target: text('target') };
}

interface TextInputProps extends React.InputHTMLAttributes<HTMLInputElement> {
  name: keyof AuditFilters;
}

const TextInput = (props: TextInputProps) => (
  <input
    type="search"
    className="control w-full"
    maxLength={limits.auditText}
    autoComplete="off"
    spellCheck={false}
    {...props}
  />
);

const ActionChoice = () => (
  <Field label="Action">
    {(attributes) => (
      <select name="action" className="control w-full" {...attributes}>
        <option value="">Any</option>
        {kinds.map(({ kind, actions }) => (
          <optgroup key={kind} label={kind.replaceAll('_', ' ')}>
            <option value={kind}>{`${kind}, all`}</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {action}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    )}
  </Field>
);

function ActorInput() {
  const listId = useId();
  return (
    <Field label="Actor" hint="A name, or a type such as token">
      {(attributes) => (
        <>
          <TextInput name="actor" list={listId} {...attributes} />
          <datalist id={listId}>
            {actorKinds.map((kind) => (
              <option key={kind} value={kind} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
