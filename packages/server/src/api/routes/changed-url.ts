import { changePage, type PageChange } from '@upvigil/core/contract/check-options/change-page';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { mapSecrets } from '@upvigil/core/contract/check-options/request-secrets';
import { type FieldError, RequestError } from '@upvigil/core/contract/errors';
import type { UrlInput } from '@upvigil/core/contract/urls';
import { assertionProblems } from '../../checks/probe/assertions/assertion-problems.ts';
import { openSecrets, sealedSecrets } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { SecretOpener } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { requestTrustProblems } from './request-trust.ts';

/**
 * A URL after a change. Kept secrets stay sealed.
 * @throws RequestError `invalid`, naming each invalid field
 */
export async function changedUrl(
  before: UrlInput,
  change: PageChange<UrlInput>,
  row: Pick<MonitorRow, 'id' | 'secrets'>,
  opener: () => Promise<SecretOpener>,
): Promise<UrlInput> {
  const { page, problems } = changePage(before, change);
  const { request, isOpen } = await opened(page.request, row, opener);
  refuse([...problems, ...assertionProblems(page.assertions), ...requestTrustProblems(request, isOpen)]);
  return page;
}

/** Checks that need the server, in addition to the schema. @throws RequestError `invalid`, naming the field */
export const checkNewUrl = ({ request, assertions }: UrlInput): void =>
  refuse([...assertionProblems(assertions), ...requestTrustProblems(request, true)]);

/** @throws RequestError `invalid` if there are problems, naming each field */
export function refuse(problems: readonly FieldError[]): void {
  const [first] = problems;
  if (first) throw new RequestError('invalid', first.message, { errors: [...problems] });
}

/** The request with its kept secrets opened; unchanged when they cannot be opened. */
export async function opened(
  request: RequestOptions,
  row: Pick<MonitorRow, 'id' | 'secrets'>,
  opener: () => Promise<SecretOpener>,
): Promise<{ request: RequestOptions; isOpen: boolean }> {
  if (row.secrets === null) return { request, isOpen: true };
  const sealed = sealedSecrets(row);
  const readable = openSecrets(row, await opener());
  if (readable === null) return { request, isOpen: false };
  const texts = new Map(Object.entries(sealed).map(([name, text]) => [text, readable[name] ?? '']));
  return { request: mapSecrets(request, (text) => texts.get(text) ?? text), isOpen: true };
}
