import { commandParameters } from '@upvigil/core/contract/commands';
import { limits } from '@upvigil/core/limits';
import { neededParameter } from '@upvigil/core/texts/commands';
import { z } from 'zod';
import { ConfigError } from '../../base/config/config.ts';

/** A command of the commands file. */
export interface ConfiguredCommand {
  name: string;
  title: string;
  /** The program and its arguments. The elements `{host}` and `{port}` are parameters. */
  command: readonly [program: string, ...rest: string[]];
  env: Readonly<Record<string, string>>;
  /** Null: the user of Upvigil. */
  user: string | null;
  memory_mb: number;
}

const { commands: most } = limits;
const elementMost = 4096;

const nameForm = new RegExp(`^[a-z0-9-]{1,${most.name.maxLength}}$`);
const plain = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\0]*$/);
const placeholder = /\{(host|port)\}/;

const elements = z
  .array(
    z
      .string()
      .max(elementMost)
      .regex(/^[^\0]*$/),
    { error: 'must be a list of texts' },
  )
  .min(1, { error: 'must have at least the program' })
  .max(most.elements, { error: `must have at most ${most.elements} elements` })
  .superRefine((all, { addIssue }) => {
    const add = (message: string): void => addIssue({ code: 'custom', message });
    if (!all[0]?.startsWith('/')) add('must begin with the absolute path of a program');
    const joined = all.find((each) => placeholder.test(each) && !parameterOf(each));
    if (joined !== undefined) add(`has the element "${joined}": {host} and {port} must be elements of their own`);
  });

const commandSchema = z.strictObject(
  {
    title: plain(most.title.maxLength).refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text)),
    command: elements,
    env: z
      .record(
        z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
        z
          .string()
          .max(elementMost * 8)
          .regex(/^[^\0]*$/),
      )
      .default({}),
    user: z
      .string()
      .regex(/^[a-z_][a-z0-9_-]{0,31}$/i)
      .nullable()
      .default(null),
    memory_mb: z.int().min(most.memoryMb.min).max(most.memoryMb.max).default(most.memoryMb.usual),
  },
  { error: 'must be an object' },
);

/** Errors of members. No value is quoted, because values may be secret. */
const mayBe: Readonly<Record<string, string>> = {
  title: `must be a text of 1 to ${most.title.maxLength} characters`,
  command: 'must be a list of texts',
  env: 'must be an object of texts by the names of variables',
  user: 'must be the name of a user of this machine',
  memory_mb: `must be a whole number from ${most.memoryMb.min} to ${most.memoryMb.max}`,
};

/** The parameter that an element of a command stands for; undefined for any other text. */
const parameterOf = (element: string) => commandParameters.find((name) => element === `{${name}}`);

export const parametersOf = ({ command }: Pick<ConfiguredCommand, 'command'>) =>
  commandParameters.filter((name) => command.includes(`{${name}}`));

/**
 * Reads the text of the commands file. `where`: 'COMMANDS_FILE /etc/upvigil/commands.json'.
 * @throws ConfigError with one sentence
 */
export function parseCommands(text: string, where: string): ConfiguredCommand[] {
  const parsed = parseJson(text.replace(/^\ufeff/, ''), where);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ConfigError(`${where} must be a JSON object with a command for each name`);
  }
  const entries = Object.entries(parsed);
  if (entries.length > most.count) throw new ConfigError(`${where} must have at most ${most.count} commands`);
  return entries.map(([name, value]) => {
    if (!nameForm.test(name)) {
      throw new ConfigError(
        `${where}: the name "${name}" must have 1 to ${most.name.maxLength} of the characters a-z, 0-9 and -`,
      );
    }
    const result = commandSchema.safeParse(value);
    if (!result.success) throw new ConfigError(`${where}: command "${name}": ${problemOf(result.error)}`);
    return { name, ...result.data, command: result.data.command as [string, ...string[]] };
  });
}

function parseJson(text: string, where: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${where} is not valid JSON${syntaxProblem(text, (error as Error).message)}`);
  }
  const repeated = repeatedName(text);
  if (repeated === null) return parsed;
  throw new ConfigError(`${where}: the name "${repeated.name}" in line ${repeated.line} is there twice: remove one`);
}

/** Where and why a text is not JSON, if the message of the error says so without a quotation, which may hold secrets. */
function syntaxProblem(text: string, message: string): string {
  const [, reason, position] = /^(?!Unexpected token)(.*) JSON at position (\d+)/.exec(message) ?? [];
  if (reason === undefined) return ': it must have no comments, no comma before ] or }, and all texts in "quotes"';
  return `, line ${lineAt(text, Number(position))}: ${reason.replace(/ (in|after)$/, '')}`;
}

/** The first name that an object of a JSON text has twice; null without one. `JSON.parse` would take the last value. */
function repeatedName(text: string): { name: string; line: number } | null {
  const open: Set<string>[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const name = String(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)));
      if (open.at(-1)?.has(name)) return { name, line: lineAt(text, index) };
      open.at(-1)?.add(name);
    }
  }
  return null;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

function problemOf({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'is not valid';
  if (issue.code === 'unrecognized_keys') {
    return `has an unknown member "${issue.keys[0]}": members are ${Object.keys(mayBe).join(', ')}`;
  }
  const [member] = issue.path;
  if (member === undefined) return issue.message;
  const isOwn = issue.code === 'custom' || (member === 'command' && issue.path.length === 1);
  return `${String(member)} ${isOwn ? issue.message : mayBe[String(member)]}`;
}

/**
 * The program and its arguments for a monitor. Each parameter replaces a whole element, and never looks like an option.
 * Values are validated before they are stored, but those of a restored backup may be anything.
 */
export function fillParameters(
  { name, command }: Pick<ConfiguredCommand, 'name' | 'command'>,
  { host, port }: { host: string; port: number | null },
): { elements: string[] } | { missing: string } {
  const values = { host, port: port === null ? '' : String(port) };
  const missing = parametersOf({ command }).find(
    (parameter) => values[parameter] === '' || /^-|\0/.test(values[parameter]),
  );
  if (missing !== undefined) return { missing: neededParameter(name, missing) };
  return {
    elements: command.map((element) => {
      const parameter = parameterOf(element);
      return parameter === undefined ? element : values[parameter];
    }),
  };
}
