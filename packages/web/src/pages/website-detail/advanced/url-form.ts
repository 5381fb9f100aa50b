import type { AssertionCompare, AssertionSource } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlInput, urlInput } from '@upvigil/core/contract/urls';
import type { z } from 'zod';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';

export type UrlFormInput = z.input<typeof urlInput>;
export type UrlForm = ContractForm<UrlFormInput, UrlInput>;

/** Sources that are looked at as a whole. */
export const takesProperty = (source: AssertionSource): boolean => source !== 'body' && source !== 'size';
/** Compares that ask for something else than a value. */
export const takesValue = (compare: AssertionCompare): boolean =>
  compare !== 'exists' && compare !== 'missing' && compare !== 'indexable';

/**
 * What was entered, without what its choices hide: a browser sends its own requests, what has no body has none that is
 * kept, and an assertion has the fields of its source and compare.
 */
export function withoutHidden(values: UrlFormInput): UrlFormInput {
  const { request = {}, assertions = [] } = values;
  if (values.check_mode === 'browser') {
    const { ip_family } = defaultUrlOptions;
    const { accepted_status } = request;
    return { ...values, ip_family, assertions: [], request: { ...defaultRequest, accepted_status } };
  }
  return {
    ...values,
    request: request.body_type === 'none' ? { ...request, body: '', body_secret: false } : request,
    assertions: assertions.map((one) => ({
      ...one,
      property: takesProperty(one.source) ? one.property : '',
      value: takesValue(one.compare) ? one.value : '',
    })),
  };
}

/** The lists in the form, by their names, and what is in each. */
interface RowLists {
  assertions: NonNullable<UrlFormInput['assertions']>[number];
  'request.headers': NonNullable<NonNullable<UrlFormInput['request']>['headers']>[number];
}

interface FormRows<Row> {
  count: number;
  add: (row: Row) => void;
  remove: (at: number) => void;
}

/**
 * The rows of a list in the form. The library's own hook for this would come to every page with a form: its code is in one
 * file.
 */
export function formRows<Name extends keyof RowLists>({ form }: UrlForm, name: Name): FormRows<RowLists[Name]> {
  const rows = (): readonly unknown[] => form.getValues(name) ?? [];
  const change = (changed: readonly unknown[]) => {
    // The rows are those of this list: `name` says which, and the compiler forgets it within a generic.
    form.setValue(name, changed as never, { shouldDirty: true });
    form.clearErrors(name);
  };
  return {
    count: rows().length,
    add: (row) => change([...rows(), row]),
    remove: (at) => change(rows().toSpliced(at, 1)),
  };
}
