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
  /** Leaves out of what was entered what the form does not show any more; the rest is checked and sent. */
  withoutHidden?: (values: Input) => Input;
  /** Sends what was entered. Rejects when it was refused. A form that stays open resets itself to the answer. */
  save: (values: Output, form: UseFormReturn<Input>) => Promise<unknown>;
  /** The message of a failed save. */
  failure: (error: unknown) => string;
}

export interface FieldBinding {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

export interface ContractForm<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  /** Props that tie a field component to the form. */
  field: (name: FieldPath<Input>) => FieldBinding;
  /** The fault of a field; of a list, that of its first wrong part. */
  errorOf: (name: FieldPath<Input>) => string | undefined;
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>;
  isSaving: boolean;
  /** The server's refusal of the last save; null after the next one. */
  refusal: string | null;
}

/**
 * A form for one input schema of the contract. Fields are checked on blur and from then on at each change; the first error
 * gets the focus. A refused save is shown as a message, and at the form and its fields; what was typed stays.
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
  // Fields see what is entered; only the submit sees what the schema makes of it.
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

/** Loads the schemas and their library at the first check, after the form was rendered. */
function lazyResolver<Input extends FieldValues, Output>({
  loadSchema,
  withoutHidden = (values) => values,
}: ContractFormOptions<Input, Output>): Resolver<Input, unknown, Output> {
  return async (values, context, resolverOptions) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
    return zodResolver(schema)(withoutHidden(values), context, resolverOptions);
  };
}

/** Marks the fields that the server refused, each with its words; the first gets the focus. */
export function showRefusedFields<Input extends FieldValues>(form: UseFormReturn<Input>, { errors }: ApiError): void {
  const known = errors.filter(({ field }) => form.getValues(field as FieldPath<Input>) !== undefined);
  known.forEach(({ field, message }, index) => {
    form.setError(field as FieldPath<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}
