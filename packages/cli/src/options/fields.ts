import { ApiError } from '@upvigil/core/contract/errors';
import { severities } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { parseDuration, shortDuration } from '@upvigil/core/format/short-duration';
import { secondMs } from '@upvigil/core/time';
import { CommandError, UsageError } from '../failures.ts';
import { type Given, type Option, oneOf } from './inputs.ts';

/** Paths of the fields of a body: 'timeout', 'request.auth.type'. A list is one field. */
type FieldPath<Body> = {
  [Name in keyof Body & string]-?: NonNullable<Body[Name]> extends readonly unknown[]
    ? Name
    : NonNullable<Body[Name]> extends object
      ? `${Name}.${FieldPath<NonNullable<Body[Name]>>}`
      : Name;
}[keyof Body & string];

/** How the command line gives one field of a body. */
export interface Field {
  about: string;
  /** Its value in help: `<seconds>`. */
  value: string;
  /** Name of its option without dashes; default: the name of the field. */
  option?: string;
  /** The default of a new one, as help shows it. */
  initial?: string;
  choices?: readonly string[];
  isList?: true;
  /** `@file` stands for the content of a file. */
  takesFile?: true;
  /** @throws UsageError when it is not valid */
  parse(syntax: string, text: string): unknown;
}

/** An option for each field of a body. A field that has none does not compile. */
export type FieldTable<Body> = Readonly<Record<FieldPath<Body>, Field>>;
type AnyTable = Readonly<Record<string, Field>>;
/** Fields by their paths. */
export type Fields = ReadonlyMap<string, unknown>;

type Extra = Partial<Omit<Field, 'about' | 'value' | 'parse'>>;

/** An empty text removes the value. */
export const textField = (value: string, about: string, extra: Extra = {}): Field => ({
  about,
  value,
  ...extra,
  parse: (_syntax, text) => text,
});

export const numberField = (value: string, about: string, initial: number | null, extra: Extra = {}): Field => ({
  about,
  value,
  ...(initial === null ? {} : { initial: String(initial) }),
  ...extra,
  parse(syntax, text) {
    if (text === '' && initial === null) return null;
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
    throw new UsageError(`${syntax} must be a number, but it is "${text}"`);
  },
});

/** A number of seconds, or a duration such as '5m'. An empty text removes the value if `initial` is null. */
export const durationField = (about: string, initial: number | null): Field => ({
  about,
  value: '<time>',
  ...(initial === null ? {} : { initial: shortDuration(initial * secondMs) }),
  parse(syntax, text) {
    if (text === '' && initial === null) return null;
    const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (parseDuration(text) ?? Number.NaN) / secondMs;
    if (!Number.isNaN(seconds)) return seconds;
    throw new UsageError(`${syntax} must be a duration such as 90s, 5m or 1d, but it is "${text}"`);
  },
});

/** With `none`, the choice removes the value. */
export const choiceField = (about: string, choices: readonly string[], initial: string, extra: Extra = {}): Field => ({
  about,
  value: '<choice>',
  choices: choices.includes(initial) ? choices : [...choices, initial],
  initial,
  ...extra,
  parse(syntax, text) {
    const chosen = oneOf(syntax, text, choices.includes(initial) ? choices : [...choices, initial]);
    return choices.includes(chosen) ? chosen : null;
  },
});

const yesNo = ['yes', 'no'] as const;

export const switchField = (about: string, initial: boolean): Field => ({
  about,
  value: '<yes/no>',
  choices: yesNo,
  initial: initial ? 'yes' : 'no',
  parse: (syntax, text) => oneOf(syntax, text, yesNo) === 'yes',
});

/** The fields of monitors of all kinds. */
export const commonFields = {
  parent_id: numberField('<id>', 'monitor on which it depends; an empty one removes it', null, { option: 'parent' }),
  tags: {
    about: 'tags, separated by commas; an empty text removes all',
    value: '<tags>',
    parse: (_syntax, text) => text.split(',').flatMap((tag) => tag.trim() || []),
  },
  recovery_threshold: numberField(
    '<n>',
    'successful checks in a row that end a problem',
    defaults.monitor.recovery_threshold,
  ),
} as const satisfies Readonly<Record<string, Field>>;

interface CheckDefaults {
  check_interval: number;
  timeout: number;
  response_time_threshold: number;
  failure_threshold: number;
  enabled: boolean;
}

/** The fields that URLs and network monitors share, with the defaults of one of them. */
export const checkFields = (initial: CheckDefaults) => ({
  check_interval: numberField('<seconds>', 'time between two checks', initial.check_interval),
  timeout: numberField('<seconds>', 'longest time of a check', initial.timeout, { option: 'check-timeout' }),
  response_time_threshold: numberField('<seconds>', 'slower is SLOW', initial.response_time_threshold),
  failure_threshold: numberField('<n>', 'failed checks in a row before an alert', initial.failure_threshold),
  severity: choiceField('severity of all its alerts', severities, 'by-type'),
  enabled: switchField('whether it is checked', initial.enabled),
  ...commonFields,
});

/** 'request.auth.type' is `--auth-type`, 'options.username' is `--username`. */
const syntaxOf = (path: string, { option, value }: Field): string =>
  `--${option ?? path.replace(/^(request|options)\./, '').replace(/[._]/g, '-')} ${value}`;

/** A field's value; undefined if it is not given. */
function fieldOption(path: string, field: Field): Option<unknown> {
  const syntax = syntaxOf(path, field);
  const { about, choices, isList, takesFile, parse } = field;
  return {
    syntax,
    about: takesFile ? `${about}; @file reads a file, @- stdin` : about,
    ...(choices ? { choices } : {}),
    ...(isList ? { isList } : {}),
    parse(given: Given) {
      if (typeof given === 'string') return parse(syntax, given);
      return Array.isArray(given) ? given : undefined;
    },
  };
}

/** The options of a command that changes something: a field that is not given stays. */
export const editOptions = (table: AnyTable): Readonly<Record<string, Option<unknown>>> =>
  Object.fromEntries(Object.entries(table).map(([path, field]) => [path, fieldOption(path, field)]));

/** The options of a command that adds something, without the fields that are arguments. */
export const addOptions = (table: AnyTable, ...given: readonly string[]): Readonly<Record<string, Option<unknown>>> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([path]) => !given.includes(path))
      .map(([path, field]) => {
        const { initial } = field;
        return [path, { ...fieldOption(path, field), ...(initial === undefined ? {} : { initial }) }];
      }),
  );

/** The given fields of a table by their paths. */
export const givenFields = (table: AnyTable, input: Readonly<Record<string, unknown>>): Map<string, unknown> =>
  new Map(Object.keys(table).flatMap((path) => (input[path] === undefined ? [] : [[path, input[path]] as const])));

/** A body of fields by their paths: { 'auth.type': 'none' } becomes { auth: { type: 'none' } }. */
export function toBody(fields: Fields): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of fields) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let parent = body;
    for (const name of names) {
      parent[name] ??= {};
      parent = parent[name] as Record<string, unknown>;
    }
    parent[last] = value;
  }
  return body;
}

/** Paths of the fields that may be read from a file. */
export const filePathsOf = (table: AnyTable): string[] =>
  Object.entries(table).flatMap(([path, { takesFile }]) => (takesFile ? [path] : []));

/** @throws UsageError when no field is given */
export function requireChange(table: AnyTable, given: Fields): void {
  if (given.size > 0) return;
  const [path = '', field] = Object.entries(table)[0] ?? [];
  throw new UsageError(`Nothing to change: give an option, such as ${field ? syntaxOf(path, field) : ''}`);
}

/** Sends a change. A refusal names the options of the refused fields. @throws CommandError, and what `send` throws */
export async function sendFields<Answer>(table: AnyTable, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = error.errors.flatMap(({ field }) => optionsOfField(table, field));
    if (refused.length === 0) throw error;
    throw new CommandError(`${error.message} (${[...new Set(refused)].join(', ')})`, { cause: error });
  }
}

/** The option for a field, or for an entry of its list: 'request.headers.0.name'. */
const optionsOfField = (table: AnyTable, refused: string): string[] =>
  Object.entries(table).flatMap(([path, field]) =>
    refused === path || refused.startsWith(`${path}.`) ? [syntaxOf(path, field).split(' ')[0] ?? ''] : [],
  );
