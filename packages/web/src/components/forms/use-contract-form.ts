import { ApiError } from '@upvigil/core/contract/errors';
import { type BaseSyntheticEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { failureText } from '../../failures.ts';
import { useDialogs } from '../dialogs/dialogs.tsx';
import { firstMessage } from './field-faults.ts';

export interface ContractFormOptions<Input extends FieldValues, Output> {
  /** Loads the contract's schema, which is needed from the first blur on. */
  loadSchema: () => Promise<z.ZodType<Output, Input>>;
  defaultValues: DefaultValues<Input>;
  /** Removes the values of hidden fields before validation. */
  withoutHidden?: (values: Input) => Input;
  /** Sends the values. Rejects if the server refuses them. A form that stays open must reset itself to the response. */
  save: (values: Output, form: UseFormReturn<Input>) => Promise<unknown>;
  failure: (error: unknown) => string;
}

export interface FieldBinding {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

export interface ContractForm<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  /** Props that bind a field component to the form. */
  field: (name: FieldPath<Input>) => FieldBinding;
  /** Message of a field's error; for a list, of its first invalid item. */
  errorOf: (name: FieldPath<Input>) => string | undefined;
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>;
  isSaving: boolean;
  /** Error of the last save; cleared by the next one. */
  refusal: string | null;
}

/**
 * Form for one input schema of the contract. Fields are validated on blur, then on each change; the first invalid field
 * gets the focus. A failed save keeps the input and shows the error at the form and its fields.
 */
export function useContractForm<Input extends FieldValues, Output>(
  options: ContractFormOptions<Input, Output>,
): ContractForm<Input> {
  const { alert } = useDialogs();
  const [refusal, setRefusal] = useState<string | null>(null);
  const ownForm = useForm<Input, unknown, Output>({
    mode: 'onTouched',
    defaultValues: options.defaultValues,
    resolver: lazyResolver(options),
  });
  // Fields use the input type; only the submit handler gets the parsed output.
  const form = ownForm as unknown as UseFormReturn<Input>;
  const showRefusal = async (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return;
    await alert(options.failure(error));
    setRefusal(failureText(error));
    if (error instanceof ApiError) showRefusedFields(form, error);
  };
  const onSubmit = ownForm.handleSubmit(async (values) => {
    setRefusal(null);
    await options.save(values, form).catch(showRefusal);
  });
  const errorOf = (name: FieldPath<Input>) => firstMessage(form.getFieldState(name, form.formState).error);
  return {
    form,
    field: (name) => ({ registration: form.register(name), error: errorOf(name) }),
    errorOf,
    onSubmit,
    isSaving: form.formState.isSubmitting,
    refusal,
  };
}

/** Loads the schema and zod at the first validation, after the form is rendered. */
function lazyResolver<Input extends FieldValues, Output>({
  loadSchema,
  withoutHidden = (values) => values,
}: ContractFormOptions<Input, Output>): Resolver<Input, unknown, Output> {
  return async (values, context, resolverOptions) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
    return zodResolver(schema)(withoutHidden(values), context, resolverOptions);
  };
}

/** Shows the server's message at each refused field and focuses the first. */
export function showRefusedFields<Input extends FieldValues>(form: UseFormReturn<Input>, { errors }: ApiError): void {
  const known = errors.filter(({ field }) => form.getValues(field as FieldPath<Input>) !== undefined);
  known.forEach(({ field, message }, index) => {
    form.setError(field as FieldPath<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}
