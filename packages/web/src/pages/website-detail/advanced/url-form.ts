import type { AssertionCompare, AssertionSource } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlInput, UrlMonitor, urlInput } from '@upvigil/core/contract/urls';
import type { z } from 'zod';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';

export type UrlFormInput = z.input<typeof urlInput>;
export type UrlForm = ContractForm<UrlFormInput>['form'];

/** Sources that are looked at as a whole. */
export const takesProperty = (source: AssertionSource): boolean => source !== 'body' && source !== 'size';
/** Compares that ask for something else than a value. */
export const takesValue = (compare: AssertionCompare): boolean =>
  compare !== 'exists' && compare !== 'missing' && compare !== 'indexable';

/**
 * The entered values, without hidden ones: a browser sends its own requests, what has no body has none that is
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

/** The schema of the form of a URL. In an edit a mask stands for the stored secret, which goes to no new host. */
export async function loadUrlSchema(url: UrlMonitor | null): Promise<z.ZodType<UrlInput, UrlFormInput>> {
  const [{ urlInput, urlTestInput }, { changePage }] = await Promise.all([
    import('@upvigil/core/contract/urls'),
    import('@upvigil/core/contract/check-options/change-page'),
  ]);
  if (url === null) return urlInput;
  return urlTestInput.transform(({ url_id: _, ...input }, { addIssue }) => {
    const { page, problems } = changePage(url, input);
    for (const { field, message } of problems) addIssue({ code: 'custom', path: field.split('.'), message });
    return { ...input, request: page.request };
  });
}
