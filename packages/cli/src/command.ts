import type { Context } from './context.ts';
import type { Argument, Option } from './options/inputs.ts';

export interface Example {
  command: string;
  /** One line that says what the example does. */
  about: string;
}

/** What help, completion, parsing and tests know of one command. */
export interface CommandDefinition<Arguments, Options> {
  /** Its words: `['backup', 'create']`. */
  path: readonly [string, ...string[]];
  /** One line, for lists of commands. */
  summary: string;
  /** A paragraph or two, for its help. */
  description: string;
  /** Two or more; one of them for cron. */
  examples: readonly [Example, Example, ...Example[]];
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

type ValueOf<Spec> = Spec extends { parse(given: never): infer Value } ? Value : never;
export type Values<Specs> = { [Name in keyof Specs]: ValueOf<Specs[Name]> };

/** A command as the registry lists it: its types are checked where it was defined. */
export interface Command
  extends CommandDefinition<Readonly<Record<string, Argument<unknown>>>, Readonly<Record<string, Option<unknown>>>> {
  /** Does the work and returns the exit code. @throws errors that `failures.ts` can say in a sentence */
  run(context: Context, input: Record<string, unknown>): Promise<number>;
}

/** Makes a command; every one is made by it. `run` gets the parsed arguments and options by their names. */
export function defineCommand<
  Arguments extends Readonly<Record<string, Argument<unknown>>>,
  Options extends Readonly<Record<string, Option<unknown>>>,
>(
  definition: CommandDefinition<Arguments, Options> & {
    run(context: Context, input: Values<Arguments> & Values<Options>): Promise<number>;
  },
): Command {
  return {
    ...definition,
    run: (context, input) => definition.run(context, input as Values<Arguments> & Values<Options>),
  };
}
