import { createRequire } from 'node:module';
import type { Language } from '@upvigil/core/contract/names/languages';
import { z } from 'zod';

/** Its types describe another module format than the actual one. */
const load = createRequire(import.meta.url);
const MessageFormat: typeof import('@messageformat/core').default = load('@messageformat/core');
const compileModule: typeof import('@messageformat/core/lib/compile-module.js').default = load(
  '@messageformat/core/compile-module.js',
);

const namespace = z.record(z.string().regex(/^\w+$/), z.string().min(1));

/** A file of `packages/core/src/languages/catalogues`: a header for people, and groups of ICU messages. */
export const catalogueSchema = z.strictObject({
  header: z.strictObject({ language: z.string(), read_by_a_speaker: z.boolean(), note: z.string() }),
  common: namespace,
  states: namespace,
  publicStates: namespace,
  lists: namespace,
  days: namespace,
  charts: namespace,
  pages: namespace,
  detail: namespace,
  share: namespace,
  documents: namespace,
  causes: namespace,
});
export type Catalogue = z.output<typeof catalogueSchema>;
export type Group = Exclude<keyof Catalogue, 'header'>;

/** One message: its code and its parameters. A text without parameters is a plain string. */
export interface Compiled {
  code: string;
  /** Names of its placeholders, sorted. */
  parameters: readonly string[];
  /** Parameters that decide a plural form. */
  counted: readonly string[];
}

/**
 * Compiles the messages of a group to code that needs no compiler at run time.
 * @throws for a message that is not ICU, or a plural form that the language does not have
 */
export function compileGroup(language: Language, messages: Readonly<Record<string, string>>): Record<string, Compiled> {
  const format = new MessageFormat(language);
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, compileMessage(compileModule(format, { it: message }))]),
  );
}

/** Reads the only message of a module, which uses the plural rule of its language as a variable. */
function compileMessage(module: string): Compiled {
  const [, parameters = '', expression = ''] = /\n {2}it: \((d?)\) => ([\s\S]*)\n\}\s*$/.exec(module) ?? [];
  if (expression === '') throw new Error(`The compiler wrote something else: ${module}`);
  if (/import \{ (?!plural )\w+.*runtime"/.test(module)) throw new Error(`Only plurals are shipped: ${module}`);
  const names = (pattern: RegExp) =>
    [...new Set([...expression.matchAll(pattern)].map(([, name = '']) => name))].sort();
  return {
    code:
      parameters === ''
        ? expression
        : expression.replace(/\bplural\((d\.\w+), (\d+), (\w+), /g, 'plural($1, $2, language, '),
    parameters: names(/\bd\.(\w+)/g),
    counted: names(/\bplural\(d\.(\w+)/g),
  };
}
