import type { FieldError } from '../errors.ts';
import { changeRequest, movedSecrets } from './change-request.ts';
import type { RequestChange } from './request.ts';
import { type AskedPage, requestProblems } from './requests/request-problems.ts';
import type { SecretPlace } from './requests/request-secrets.ts';

/** A page, and all that is asked of it. */
export interface WholePage extends AskedPage {
  url: string;
}

export type PageChange<Page extends WholePage> = { [Name in keyof Omit<Page, 'request'>]?: Page[Name] | undefined } & {
  request?: RequestChange | undefined;
};

/**
 * A page after a change, in which what is undefined stays, and what is wrong with it. Its secrets may be readable or sealed.
 * `kept`: the secrets that came as a mask or not at all.
 */
export function changePage<Page extends WholePage>(
  before: Page,
  change: PageChange<Page>,
): { page: Page; kept: readonly SecretPlace[]; problems: FieldError[] } {
  const { request, kept, problems } = changeRequest(before.request, change.request ?? {});
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const page: Page = { ...before, ...given, request };
  const unknown = new Set(kept.map(({ field }) => field));
  const named = new Set(problems.map(({ field }) => field));
  const further = [...requestProblems(page, unknown), ...movedSecrets(before, page, kept)];
  return { page, kept, problems: [...problems, ...further.filter(({ field }) => !named.has(field))] };
}
