import { type ChangeEvent, type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface OwnToggle {
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Binding of a toggle outside of a form. */
export const toggled = (checked: boolean, flip: (isOn: boolean) => void): OwnToggle => ({
  checked,
  onChange: (event) => flip(event.target.checked),
});

interface ToggleProps {
  label: string;
  hint?: ReactNode;
  registration: UseFormRegisterReturn | OwnToggle;
  disabled?: boolean | undefined;
}

/** A native checkbox reports its state, so `aria-checked` is not needed. */
const asSwitch = { role: 'switch' };

/**
 * Native checkbox with the role and look of a switch. `name`: accessible name, if several switches have the same label.
 */
export function Switch({ label, name = label, hint, registration, disabled }: ToggleProps & { name?: string }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <span className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        <input
          id={id}
          type="checkbox"
          {...asSwitch}
          aria-label={name === label ? undefined : name}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-(--control) bg-(--sunken) [transition:120ms] before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-(--control) before:content-[''] checked:border-(--ink) checked:bg-(--ink) checked:before:left-4.5 checked:before:bg-(--on-ink) disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto"
          {...registration}
        />
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
      </span>
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-(--muted)">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function Checkbox({ label, registration, disabled }: ToggleProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input type="checkbox" disabled={disabled} className="size-4 accent-(--accent)" {...registration} />
      {label}
    </label>
  );
}

interface CheckboxGroupProps<Value extends string | number> {
  legend: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  /** Called with all selected options, in the order of the options. */
  onChange: (chosen: Value[]) => void;
}

export function CheckboxGroup<Value extends string | number>(props: CheckboxGroupProps<Value>) {
  const { legend, hint, error, options, chosen, onChange } = props;
  const noteId = useId();
  const note = error ?? hint;
  const flip = (changed: Value) => (isOn: boolean) =>
    onChange(options.map(({ value }) => value).filter((value) => (value === changed ? isOn : chosen.includes(value))));
  return (
    <fieldset className="min-w-0" aria-describedby={note ? noteId : undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex min-w-0 flex-wrap gap-x-4 wrap-anywhere">
        {options.map(({ value, label }) => (
          <Checkbox key={value} label={label} registration={toggled(chosen.includes(value), flip(value))} />
        ))}
      </div>
      {note ? (
        <p id={noteId} className={`text-xs ${error ? 'text-(--down-fg)' : 'text-(--muted)'}`}>
          {note}
        </p>
      ) : null}
    </fieldset>
  );
}

interface RadioGroupProps {
  legend: string;
  options: readonly { value: string; label: string; hint?: string }[];
  /** Selected value; its hint is shown below. */
  chosen?: string;
  registration: UseFormRegisterReturn;
}

export function RadioGroup({ legend, options, chosen, registration }: RadioGroupProps) {
  const hintId = useId();
  const hint = options.find(({ value }) => value === chosen)?.hint;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg border border-(--control) px-3 font-medium hover:bg-(--hover) has-checked:border-(--accent) has-checked:bg-(--accent-subtle) max-md:min-h-11 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              value={value}
              aria-describedby={hint && value === chosen ? hintId : undefined}
              className="size-4 shrink-0 accent-(--accent)"
              {...registration}
            />
            {label}
          </label>
        ))}
      </div>
      {hint ? (
        <p id={hintId} className="text-xs text-(--muted)">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
