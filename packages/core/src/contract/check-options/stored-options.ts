import type * as z from 'zod';
import { defaultUrlOptions } from './default-options.ts';
import { type UrlOptions, urlOptionsChange } from './options.ts';
import { mergeRequest } from './request.ts';

/** Stores only differences from the defaults, so that a new option needs no migration. */
export const storedUrlOptions = urlOptionsChange;
/** The options of a row; null means all defaults. @throws Error when no version of this program wrote them */
export function readUrlOptions(stored: string | null): UrlOptions {
  if (stored === null) return defaultUrlOptions;
  const { request, ...rest } = parseStored(storedUrlOptions, stored);
  return {
    ...defaultUrlOptions,
    ...rest,
    request: mergeRequest(defaultUrlOptions.request, request ?? {}),
  } as UrlOptions;
}

/** The stored text of a URL's options; null if all are defaults. */
export const storedText = (options: UrlOptions): string | null => storedDifferences(options, defaultUrlOptions);

/** The stored text of what differs from the defaults; null if nothing does. */
export function storedDifferences<Options extends object>(options: Options, usual: Options): string | null {
  const changed = differences(options, usual);
  return changed === undefined ? null : JSON.stringify(changed);
}

/** The stored options by their schema. @throws Error when no version of this program wrote them */
export function parseStored<Schema extends z.ZodType>(schema: Schema, stored: string): z.output<Schema> {
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
