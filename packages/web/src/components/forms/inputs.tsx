import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { formatDuration } from '@upvigil/core/format/duration';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { type InputHTMLAttributes, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import type { LineType } from './form-field.ts';
import type { FieldBinding } from './use-contract-form.ts';

type Extra = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'autoComplete' | 'disabled' | 'maxLength' | 'inputMode' | 'spellCheck'
>;
type InputProps = FieldProps & FieldBinding & Extra;

const split = ({ label, isOptional, hint, error, registration, ...extra }: InputProps) => ({
  frame: { label, isOptional, hint, error },
  registration,
  extra,
});

export function TextField({ type = 'text', ...props }: InputProps & { type?: LineType }) {
  const { frame, registration, extra } = split(props);
  return (
    <Field {...frame}>
      {(attributes) => <input type={type} className="control w-full" {...extra} {...attributes} {...registration} />}
    </Field>
  );
}

export function TextArea({ rows = 3, ...props }: InputProps & { rows?: number | undefined }) {
  const { frame, registration, extra } = split(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <textarea
          rows={rows}
          className="control w-full"
          placeholder={extra.placeholder}
          disabled={extra.disabled}
          {...attributes}
          {...registration}
        />
      )}
    </Field>
  );
}

interface NumberFieldProps extends InputProps {
  /** Shown after the number: 's', 'minutes', '%'. Durations of a minute or more in seconds are also spelled out. */
  unit: string;
  range: { readonly min: number; readonly max: number; readonly step?: number };
  value: unknown;
  /** In seconds. */
  presets?: readonly number[] | undefined;
  onPreset: (seconds: number) => void;
}

/** Number with a unit. The hint shows its limits. */
export function NumberField({ unit, range, value, presets, onPreset, ...props }: NumberFieldProps) {
  const { frame, registration, extra } = split(props);
  const inWords = unit === 's' && typeof value === 'number' && value >= 60 ? ` = ${formatDuration(value)}` : '';
  const hint = frame.hint ?? `${range.min} to ${range.max.toLocaleString('en')}`;
  return (
    <Field {...frame} hint={hint}>
      {(attributes) => (
        <>
          <span className="relative grid max-w-72">
            <input
              type="number"
              inputMode="decimal"
              className={`control w-full ${inWords ? 'pr-44' : 'pr-20'}`}
              min={range.min}
              max={range.max}
              step={range.step ?? 1}
              {...extra}
              {...attributes}
              {...registration}
            />
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-[0.8125rem] text-(--muted)">
              {`${unit}${inWords}`}
            </span>
          </span>
          {presets ? <Presets label={frame.label} presets={presets} value={value} onPreset={onPreset} /> : null}
        </>
      )}
    </Field>
  );
}

interface PresetsProps extends Pick<NumberFieldProps, 'label' | 'value' | 'onPreset'> {
  presets: readonly number[];
}

const Presets = ({ label, presets, value, onPreset }: PresetsProps) => (
  <fieldset className="my-1 flex flex-wrap gap-1">
    <legend className="sr-only">{`Usual values of ${label}`}</legend>
    {presets.map((seconds) => (
      <button
        key={seconds}
        type="button"
        aria-pressed={value === seconds}
        className="min-h-6.5 cursor-pointer rounded-md border border-(--border-strong) px-2.25 text-xs font-medium text-(--muted) hover:bg-(--hover) aria-pressed:border-(--accent) aria-pressed:bg-(--accent-subtle) aria-pressed:text-(--accent) pointer-coarse:min-h-11 pointer-coarse:px-3.5"
        onClick={() => onPreset(seconds)}
      >
        {shortDuration(seconds * 1000)}
      </button>
    ))}
  </fieldset>
);

export const secretHint = (text: unknown): string | undefined =>
  text === maskedSecret ? `${maskedSecret} keeps the stored value` : undefined;

/** Masked until the user reveals it. `new-password` keeps browsers from filling in a saved password. */
export function SecretField(props: InputProps) {
  const { frame, registration, extra } = split(props);
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...frame}>
      {(attributes) => (
        <span className="relative grid">
          <input
            type={isShown ? 'text' : 'password'}
            className="control w-full pr-16"
            {...extra}
            autoComplete={extra.autoComplete ?? 'new-password'}
            {...attributes}
            {...registration}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 cursor-pointer rounded-md px-3 font-medium text-(--accent) disabled:cursor-not-allowed disabled:text-(--muted)"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${frame.label}`}
            disabled={extra.disabled}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}

interface SelectOption {
  value: string;
  label: string;
  group?: string;
}

interface SelectFieldProps extends InputProps {
  options: readonly SelectOption[];
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { frame, registration, extra } = split(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <select className="control w-full" disabled={extra.disabled} {...attributes} {...registration}>
          {grouped(options).map(([group, members]) =>
            group === '' ? (
              <Options key={group} options={members} />
            ) : (
              <optgroup key={group} label={group}>
                <Options options={members} />
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

/** The options by group, in their order. */
function grouped(options: readonly SelectOption[]): [group: string, members: SelectOption[]][] {
  const groups = new Map<string, SelectOption[]>();
  for (const option of options) {
    const { group = '' } = option;
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}

const Options = ({ options }: { options: readonly SelectOption[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
