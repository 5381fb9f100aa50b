import type { FieldError } from '../errors.ts';
import { addressSecrets, keepAddressSecrets } from '../secrets/shown-address.ts';
import { changeRequest, movedSecrets, nothingKept } from './change-request.ts';
import type { RequestChange } from './request.ts';
import { type AskedPage, requestProblems } from './request-problems.ts';
import type { SecretPlace } from './request-secrets.ts';

/** A page with all options of its check. */
export interface WholePage extends AskedPage {
  url: string;
}

export type PageChange<Page extends WholePage> = { [Name in keyof Omit<Page, 'request'>]?: Page[Name] | undefined } & {
  request?: RequestChange | undefined;
};

/**
 * Applies a change to a page and validates the result; undefined fields stay. Secrets may be in plain text or
 * encrypted. `kept`: the secrets that were masked or absent in the change.
 */
export function changePage<Page extends WholePage>(
  before: Page,
  change: PageChange<Page>,
): { page: Page; kept: readonly SecretPlace[]; problems: FieldError[] } {
  const { request, kept: ofRequest, problems: ofMasks } = changeRequest(before.request, change.request ?? {});
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { address: url, kept: inAddress, unknown: unknownInAddress } = keptAddress(before.url, change.url);
  const page: Page = { ...before, ...given, url, request };
  const kept = inAddress > 0 ? [...ofRequest, { name: 'url', field: 'url' }] : ofRequest;
  const problems = unknownInAddress > 0 ? [...ofMasks, { field: 'url', message: nothingKept }] : ofMasks;
  const unknown = new Set(kept.map(({ field }) => field));
  const named = new Set(problems.map(({ field }) => field));
  const further = [...requestProblems(page, unknown), ...movedSecrets(before, page, kept)];
  return { page, kept, problems: [...problems, ...further.filter(({ field }) => !named.has(field))] };
}

/** An absent address stays, with its secrets. */
const keptAddress = (before: string, given: string | undefined) =>
  given === undefined
    ? { address: before, kept: addressSecrets(before).length, unknown: 0 }
    : keepAddressSecrets(given, before);
