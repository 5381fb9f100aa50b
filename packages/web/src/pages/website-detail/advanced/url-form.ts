import type { AssertionCompare, AssertionSource } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { UrlInput, UrlMonitor, urlInput } from '@upvigil/core/contract/urls';
import { expandAddress } from '@upvigil/core/rules/typed-address';
import type { z } from 'zod';
import type { ContractForm } from '../../../components/forms/use-contract-form.ts';

export type UrlFormInput = z.input<typeof urlInput>;
export type UrlForm = ContractForm<UrlFormInput>['form'];

/** All sources except the whole body and its size have a property. */
export const takesProperty = (source: AssertionSource): boolean => source !== 'body' && source !== 'size';
/** Comparisons such as 'exists' need no value. */
export const takesValue = (compare: AssertionCompare): boolean =>
  compare !== 'exists' && compare !== 'missing' && compare !== 'indexable';

/**
 * Form values without hidden fields: a browser check sends its own request, a method without a body must not keep one,
 * and an assertion has only the fields of its source and comparison. A typed address without a scheme has https.
 */
export function withoutHidden(typed: UrlFormInput): UrlFormInput {
  const values = { ...typed, url: expandAddress(typed.url)[0] };
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

/** Form schema of a URL. In an edit, a mask keeps the stored secret, unless the host changes. */
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
