import type * as z from 'zod';
import { defaultNetworkOptions, defaultUrlOptions } from './default-options.ts';
import { type NetworkOptions, networkOptions, type UrlOptions, urlOptionsChange } from './options.ts';
import { mergeRequest } from './request.ts';

/** Stores only differences from the defaults, so that a new option needs no migration. */
export const storedUrlOptions = urlOptionsChange;
export const storedNetworkOptions = networkOptions.partial();

/** The options of a row; null means all defaults. @throws Error when no version of this program wrote them */
export function readUrlOptions(stored: string | null): UrlOptions {
  if (stored === null) return defaultUrlOptions;
  const { request, ...rest } = parsed(storedUrlOptions, stored);
  return {
    ...defaultUrlOptions,
    ...rest,
    request: mergeRequest(defaultUrlOptions.request, request ?? {}),
  } as UrlOptions;
}

export function readNetworkOptions(stored: string | null): NetworkOptions {
  if (stored === null) return defaultNetworkOptions;
  return { ...defaultNetworkOptions, ...parsed(storedNetworkOptions, stored) } as NetworkOptions;
}

/** The stored text of options; null if all are defaults. */
export const storedText = (options: UrlOptions | NetworkOptions): string | null => {
  const changed = differences(options, 'request' in options ? defaultUrlOptions : defaultNetworkOptions);
  return changed === undefined ? null : JSON.stringify(changed);
};

function parsed<Schema extends z.ZodType>(schema: Schema, stored: string): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(stored));
  if (result.success) return result.data;
  // Names only the fields: their values may contain a secret.
  const places = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`the stored options of a monitor are not valid: ${places}`);
}

/**
 * The members of `value` that differ from those of `other`, recursively; undefined if none. Lists are compared as a
 * whole.
 */
function differences(value: unknown, other: unknown): unknown {
  if (!isRecord(value) || !isRecord(other)) return JSON.stringify(value) === JSON.stringify(other) ? undefined : value;
  const changed = Object.entries(value).flatMap(([name, member]) => {
    const difference = differences(member, other[name]);
    return difference === undefined ? [] : [[name, difference]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
