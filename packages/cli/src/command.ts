import type { Context } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import type { Argument, Option } from './options/inputs.ts';

interface Example {
  command: string;
  /** One line that says what the example does. */
  about: string;
}

/** What help, completion, parsing and tests know of one command. */
interface CommandDefinition<Arguments, Options> {
  /** Its words: `['backup', 'create']`. */
  path: readonly [string, ...string[]];
  /** One line, for lists of commands. */
  summary: string;
  /** A paragraph or two, for its help. */
  description: string;
  /** Two or more; one of them for cron. */
  examples: readonly Example[];
  arguments: Arguments;
  options: Options;
  /** `plugin`: 0 to 3, as for monitoring plugins; `plain`: 0 done, 1 failed. */
  exitCodes: 'plain' | 'plugin';
  /** What `--json` prints; null for a command that prints no data. */
  json: string | null;
  /** How long it may take in all, unless `--timeout` says otherwise. Absent: only each request has a limit. */
  deadlineSeconds?: number;
  /** It stops by itself on SIGINT and SIGTERM. */
  ownsSignals?: true;
}

/** What one file of commands brings: its commands, and what help says of the first word of those with two. */
export interface Noun {
  group?: { name: string; summary: string };
  commands: readonly Command[];
}

type ValueOf<Spec> = Spec extends { parse(given: never): infer Value } ? Value : never;
export type Values<Specs> = { [Name in keyof Specs]: ValueOf<Specs[Name]> };

/** A command as the registry lists it: its types are checked where it was defined. */
export interface Command extends CommandDefinition<Specs, OptionSpecs> {
  /** Does the work and returns the exit code. @throws errors that `failures.ts` can say in a sentence */
  run(context: Context, input: Record<string, unknown>): Promise<number>;
}

export type Specs = Readonly<Record<string, Argument<unknown>>>;
export type OptionSpecs = Readonly<Record<string, Option<unknown>>>;

/** A definition as it is written: what most commands have in common may be left out. */
export type Definition<Arguments, Options> = Omit<
  CommandDefinition<Arguments, Options>,
  'examples' | 'arguments' | 'options' | 'exitCodes'
> & {
  /** Each command line with what it does. */
  examples: Readonly<Record<string, string>>;
} & Partial<Pick<CommandDefinition<Arguments, Options>, 'arguments' | 'options' | 'exitCodes'>>;

/**
 * Makes a command; every one is made by it. `run` gets the parsed arguments and options by their names, and returns the
 * exit code, or nothing when all was done.
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
