import type { TimeSpan } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { dayWords } from '@upvigil/core/texts/route-sentences';
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { Field } from './field.tsx';
import { RowGroup } from './field-group.tsx';
import type { FormField } from './form-field.ts';
import { CheckboxGroup } from './toggles.tsx';

const week = Object.keys(dayWords) as TimeSpan['days'];
const days = week.map((value) => ({ value, label: dayWords[value] }));

/** A field of weekly time spans. Not a kind of the form kit, so that only the forms with such a field load it. */
export const timeSpansField =
  <Values extends FieldValues>(name: FieldPath<Values>, label: string): FormField<Values> =>
  ({ form }) => {
    const set = (spans: TimeSpan[]) =>
      form.setValue(name, spans as PathValue<Values, typeof name>, { shouldDirty: true, shouldValidate: true });
    return <TimeSpans legend={label} spans={form.watch(name) ?? []} onChange={set} />;
  };

interface TimeSpansProps {
  legend: string;
  spans: readonly TimeSpan[];
  onChange: (spans: TimeSpan[]) => void;
}

/** Weekly time spans: days, start and end. A span may cross midnight. */
const TimeSpans = ({ legend, spans, onChange }: TimeSpansProps) => (
  <RowGroup
    legend={legend}
    add="Add time"
    most={limits.timeSpans}
    count={spans.length}
    onAdd={() => onChange([...spans, { days: [...week], from: '22:00', to: '07:00' }])}
    onRemove={(at) => onChange(spans.toSpliced(at, 1))}
    name={(at) => `Time ${at + 1}`}
    columns=""
  >
    {(at) => {
      const span = spans[at];
      if (!span) return null;
      return <SpanFields span={span} onChange={(changed) => onChange(spans.with(at, changed))} />;
    }}
  </RowGroup>
);

function SpanFields({ span, onChange }: { span: TimeSpan; onChange: (span: TimeSpan) => void }) {
  return (
    <>
      <CheckboxGroup
        legend="Days"
        options={days}
        chosen={span.days}
        error={span.days.length === 0 ? 'Choose at least one day' : undefined}
        onChange={(chosen) => onChange({ ...span, days: chosen })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'From' : 'To'}>
            {(attributes) => (
              <input
                type="time"
                required
                className="control w-full"
                {...attributes}
                value={span[end]}
                onChange={(event) => onChange({ ...span, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
