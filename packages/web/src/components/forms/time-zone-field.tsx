import { useId } from 'react';
import { Field } from './field.tsx';
import type { FieldBinding } from './use-contract-form.ts';

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Time zone of this browser, such as 'Europe/Berlin'. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zone name with suggestions from the browser. */
export function TimeZoneField({ registration, error }: FieldBinding) {
  const listId = useId();
  return (
    <Field
      label="Time zone"
      hint={`For example Europe/Berlin or UTC; this browser uses ${ownTimeZone()}`}
      error={error}
    >
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
