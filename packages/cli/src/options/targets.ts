import type { ApiClient } from '@upvigil/core/client/api-client';
import { CommandError, UsageError } from '../failures.ts';
import { idArgument, idListOption, listOption, type Option, textOption } from './inputs.ts';

/** A website as it was typed: its id, or its name. */
export type TypedWebsite = number | string;

const syntax = '--website <id>';
/** A name of digits alone is an id. */
const typedWebsite = (text: string): TypedWebsite =>
  /^\d+$/.test(text) ? idArgument(syntax, '').parse(text) : text.trim();

/** Websites, by ids or names. Empty when none is given. */
export const websitesOption = (about: string): Option<readonly TypedWebsite[]> => ({
  ...listOption(syntax, `${about}; its id, or its name`),
  parse: (given) => (Array.isArray(given) ? [...new Set(given.map(typedWebsite))] : []),
});

/** One website, by its id or its name; null when it is not given. */
export const websiteOption = (about: string): Option<TypedWebsite | null> => ({
  ...textOption(syntax, `${about}; its id, or its name`),
  parse: (given) => (typeof given === 'string' ? typedWebsite(given) : null),
});

export const monitorsOption = (about: string): Option<readonly number[]> => idListOption('--monitor <id>', about);

/** @throws UsageError when neither names something */
export function needTarget(websites: readonly TypedWebsite[], monitors: readonly number[]): void {
  if (websites.length + monitors.length === 0) throw new UsageError('--website <id> or --monitor <id> is required');
}

/** The ids of websites. Sends a request only where one is named. @throws CommandError when there is none of that name, or more than one */
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
  throw new CommandError(`"${wanted}" is the name of the websites ${found.join(', ')}: give the id`);
}
