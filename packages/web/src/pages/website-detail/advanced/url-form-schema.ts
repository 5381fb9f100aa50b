import { changePage } from '@upvigil/core/contract/check-options/change-page';
import { type UrlInput, type UrlMonitor, urlInput, urlTestInput } from '@upvigil/core/contract/urls';
import type { z } from 'zod';
import type { UrlFormInput } from './url-form.ts';

/** What the form of a URL is checked by. In an edit a mask stands for the stored secret, which goes to no new place. */
export function urlFormSchema(url: UrlMonitor | null): z.ZodType<UrlInput, UrlFormInput> {
  if (url === null) return urlInput;
  return urlTestInput.transform(({ url_id: _, ...input }, { addIssue }) => {
    const { page, problems } = changePage(url, input);
    for (const { field, message } of problems) addIssue({ code: 'custom', path: field.split('.'), message });
    return { ...input, request: page.request };
  });
}
