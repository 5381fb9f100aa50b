import type { Context } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import type { Argument, Option } from './options/inputs.ts';

interface Example {
  command: string;
  /** One line: what the example does. */
  about: string;
}

/** The description of a command, for help, completion, parsing and tests. */
interface CommandDefinition<Arguments, Options> {
  /** Its name as words: `['backup', 'create']`. */
  path: readonly [string, ...string[]];
  /** One line, for lists of commands. */
  summary: string;
  /** One or two paragraphs, for its help. */
  description: string;
  /** At least two; one of them for cron. */
  examples: readonly Example[];
  arguments: Arguments;
  options: Options;
  /** `plugin`: 0 to 3, as for monitoring plugins; `plain`: 0 done, 1 failed. */
  exitCodes: 'plain' | 'plugin';
  /** The content of `--json`; null for a command that prints no data. */
  json: string | null;
  /** Limit of the whole command, unless `--timeout` is given. Absent: only each request has a limit. */
  deadlineSeconds?: number;
  /** It handles SIGINT and SIGTERM itself. */
  ownsSignals?: true;
}

/** The commands of one file, and the help text of their common first word. */
export interface Noun {
  group?: { name: string; summary: string };
  commands: readonly Command[];
}

type ValueOf<Spec> = Spec extends { parse(given: never): infer Value } ? Value : never;
export type Values<Specs> = { [Name in keyof Specs]: ValueOf<Specs[Name]> };

/** A command in the registry. Its types were checked where it was defined. */
export interface Command extends CommandDefinition<Specs, OptionSpecs> {
  /** Runs the command and returns the exit code. @throws errors that `failures.ts` turns into a sentence */
  run(context: Context, input: Record<string, unknown>): Promise<number>;
}

export type Specs = Readonly<Record<string, Argument<unknown>>>;
export type OptionSpecs = Readonly<Record<string, Option<unknown>>>;

/** A definition as written: what most commands have in common may be left out. */
export type Definition<Arguments, Options> = Omit<
  CommandDefinition<Arguments, Options>,
  'examples' | 'arguments' | 'options' | 'exitCodes'
> & {
  /** Command lines and what each of them does. */
  examples: Readonly<Record<string, string>>;
} & Partial<Pick<CommandDefinition<Arguments, Options>, 'arguments' | 'options' | 'exitCodes'>>;

/**
 * Makes a command. `run` gets the parsed arguments and options by name, and returns the exit code, or nothing for
 * success.
 */
export function defineCommand<
  Arguments extends Specs = Record<never, never>,
  Options extends OptionSpecs = Record<never, never>,
>(
  definition: Definition<Arguments, Options> & {
    run(context: Context, input: Values<Arguments> & Values<Options>): Promise<number | undefined>;
  },
): Command {
  return {
    exitCodes: 'plain',
    ...definition,
    examples: Object.entries(definition.examples).map(([command, about]) => ({ command, about })),
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    run: async (context, input) =>
      (await definition.run(context, input as Values<Arguments> & Values<Options>)) ?? exitCodes.done,
  };
}
