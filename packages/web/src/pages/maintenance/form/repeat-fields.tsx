import { Field } from '../../../components/forms/field.tsx';
import { CheckboxGroup } from '../../../components/forms/toggles.tsx';
import { type Repeat, weekdayNames } from './repeat.ts';

interface RepeatFieldsProps {
  repeat: Repeat;
  /** Error of the rule. */
  error: string | undefined;
  onChange: (repeat: Repeat) => void;
}

const everyOptions = [
  { value: 'once', label: 'Once' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;
const asWritten = { value: 'rule', label: 'Custom rule' } as const;
const units = { daily: 'days', weekly: 'weeks', monthly: 'months' } as const;

const dayLabels = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekdays = weekdayNames.map((value, at) => ({ value: value as string, label: dayLabels[at] ?? value }));
const nths = [
  ...['first', 'second', 'third', 'fourth'].map((label, at) => ({ value: String(at + 1), label })),
  { value: '-1', label: 'last' },
];
const dates = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
  { value: '-1', label: 'last' },
];
const endOptions = [
  { value: 'never', label: 'Never' },
  { value: 'count', label: 'After a number of runs' },
  { value: 'until', label: 'On a date' },
] as const;

/** Frequency and end of a repeated window. */
export function RepeatFields({ repeat, error, onChange }: RepeatFieldsProps) {
  const { every } = repeat;
  const set = (changed: Partial<Repeat>) => onChange({ ...repeat, ...changed });
  const options: readonly Option<Repeat['every']>[] = repeat.rule === '' ? everyOptions : [...everyOptions, asWritten];
  return (
    <>
      <Choice
        label="Repeats"
        error={error}
        options={options}
        value={every}
        onChange={(value) => set({ every: value })}
      />
      {every === 'rule' ? <Rule rule={repeat.rule} onChange={(rule) => set({ rule })} /> : null}
      {every === 'once' || every === 'rule' ? null : (
        <>
          <Amount
            label="Every"
            unit={units[every]}
            value={repeat.interval}
            most={52}
            onChange={(interval) => set({ interval })}
          />
          {every === 'weekly' ? (
            <CheckboxGroup
              legend="On"
              hint="None selected: the weekday of the start"
              options={weekdays}
              chosen={repeat.weekdays}
              onChange={(chosen) => set({ weekdays: chosen })}
            />
          ) : null}
          {every === 'monthly' ? <OfMonth repeat={repeat} set={set} /> : null}
          <End repeat={repeat} set={set} />
        </>
      )}
    </>
  );
}

interface PartProps {
  repeat: Repeat;
  set: (changed: Partial<Repeat>) => void;
}

const onOptions = [
  { value: 'date', label: 'A day of the month' },
  { value: 'weekday', label: 'A day of the week' },
] as const;

const OfMonth = ({ repeat: { on, date, nth, weekday }, set }: PartProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Choice label="On" options={onOptions} value={on} onChange={(value) => set({ on: value })} />
    {on === 'date' ? (
      <Choice label="Day" options={dates} value={date} onChange={(value) => set({ date: value })} />
    ) : (
      <div className="grid grid-cols-2 gap-3">
        <Choice label="Which" options={nths} value={nth} onChange={(value) => set({ nth: value })} />
        <Choice label="Day" options={weekdays} value={weekday} onChange={(value) => set({ weekday: value })} />
      </div>
    )}
  </div>
);

const End = ({ repeat: { ends, count, until }, set }: PartProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Choice label="Ends" options={endOptions} value={ends} onChange={(value) => set({ ends: value })} />
    {ends === 'count' ? (
      <Amount label="After" unit="times" value={count} most={9999} onChange={(value) => set({ count: value })} />
    ) : null}
    {ends === 'until' ? (
      <Field label="Last day">
        {(attributes) => (
          <input
            type="date"
            className="control w-full"
            {...attributes}
            value={until}
            onChange={({ target }) => set({ until: target.value })}
          />
        )}
      </Field>
    ) : null}
  </div>
);

const Rule = ({ rule, onChange }: { rule: string; onChange: (rule: string) => void }) => (
  <Field label="Rule" hint="RFC 5545 recurrence rule, such as FREQ=WEEKLY;BYDAY=SU">
    {(attributes) => (
      <input
        className="control w-full"
        spellCheck={false}
        {...attributes}
        value={rule}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

interface AmountProps {
  label: string;
  unit: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number with a unit; NaN for other input. */
const Amount = ({ label, unit, value, most, onChange }: AmountProps) => (
  <Field label={`${label} (${unit})`}>
    {(attributes) => (
      <input
        type="number"
        inputMode="decimal"
        className="control w-full"
        min={1}
        max={most}
        {...attributes}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    )}
  </Field>
);

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceProps<Value extends string> {
  label: string;
  error?: string | undefined;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Select whose value is stored outside of the form library. */
const Choice = <Value extends string>({ label, error, options, value, onChange }: ChoiceProps<Value>) => (
  <Field label={label} error={error}>
    {(attributes) => (
      <select
        className="control w-full"
        {...attributes}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);
