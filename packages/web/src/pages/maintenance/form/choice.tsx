import { Field } from '../../../components/forms/field.tsx';

export interface Option<Value extends string> {
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

/** One of a few, which the form keeps itself. */
export const Choice = <Value extends string>({ label, error, options, value, onChange }: ChoiceProps<Value>) => (
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
