import { Field } from '../../../components/forms/field.tsx';
import type { FieldBinding } from '../../../components/forms/use-contract-form.ts';

interface TimeFieldProps extends FieldBinding {
  label: string;
  hint?: string;
  isOptional?: boolean;
}

/** A moment in the zone of this browser, to the minute. */
export const TimeField = ({ registration, ...frame }: TimeFieldProps) => (
  <Field {...frame}>
    {(attributes) => <input type="datetime-local" className="control w-full" {...attributes} {...registration} />}
  </Field>
);
