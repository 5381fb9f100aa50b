import type { ApiClient } from '@upvigil/core/client/api-client';
import { CommandError, UsageError } from '../failures.ts';
import { idArgument, idListOption, listOption, type Option, textOption } from './inputs.ts';

/** An id or a name. */
export type TypedWebsite = number | string;

const syntax = '--website <id>';
/** Digits alone are an id. */
const typedWebsite = (text: string): TypedWebsite =>
  /^\d+$/.test(text) ? idArgument(syntax, '').parse(text) : text.trim();

/** Ids or names of websites; empty if absent. */
export const websitesOption = (about: string): Option<readonly TypedWebsite[]> => ({
  ...listOption(syntax, `${about}; id or name`),
  parse: (given) => (Array.isArray(given) ? [...new Set(given.map(typedWebsite))] : []),
});

/** An id or a name; null if absent. */
export const websiteOption = (about: string): Option<TypedWebsite | null> => ({
  ...textOption(syntax, `${about}; id or name`),
  parse: (given) => (typeof given === 'string' ? typedWebsite(given) : null),
});

export const monitorsOption = (about: string): Option<readonly number[]> => idListOption('--monitor <id>', about);

/** @throws UsageError without any website or monitor */
export function needTarget(websites: readonly TypedWebsite[], monitors: readonly number[]): void {
  if (websites.length + monitors.length === 0) throw new UsageError('--website <id> or --monitor <id> is required');
}

/** Resolves names to ids. Sends a request only for names. @throws CommandError for an unknown or ambiguous name */
export async function websiteIds(api: Pick<ApiClient, 'websites'>, typed: readonly TypedWebsite[]): Promise<number[]> {
  const all = typed.some((each) => typeof each === 'string') ? await api.websites.list() : [];
  const ids = typed.map((each) => (typeof each === 'number' ? each : idOfName(all, each)));
  return [...new Set(ids)];
}

function idOfName(websites: readonly { id: number; name: string }[], wanted: string): number {
  const found = websites.filter(({ name }) => name.trim() === wanted).map(({ id }) => id);
  const [id] = found;
  if (id === undefined) throw new CommandError(`There is no website "${wanted}"`);
  if (found.length === 1) return id;
  throw new CommandError(`Several websites have the name "${wanted}": give one of the ids ${found.join(', ')}`);
}
