import { useId } from 'react';
import { Field } from './field.tsx';
import type { FieldBinding } from './use-contract-form.ts';

/** Those that this browser knows. */
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** 'Europe/Berlin', as this browser is set. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time zone by its name; the browser offers what fits to what is typed. */
export function TimeZoneField({ registration, error }: FieldBinding) {
  const listId = useId();
  return (
    <Field label="Time zone" hint={`As Europe/Berlin, or UTC; this browser is set to ${ownTimeZone()}`} error={error}>
      {(attributes) => (
        <>
          <input
            className="control w-full"
            list={listId}
            autoComplete="off"
            spellCheck={false}
            {...attributes}
            {...registration}
          />
          <datalist id={listId}>
            {timeZones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
