import { stripControls } from '@upvigil/core/format/foreign-text';
import { type OutputConfiguration, Command as Parser } from 'commander';
import type { Command } from './command.ts';
import { commandGroups, commandSections, commands } from './commands/registry.ts';
import { formatGroupHelp, formatHelp, formatRootHelp } from './help.ts';
import { commonOptions } from './options/common-options.ts';
import type { CommonOptions } from './options/form.ts';
import type { Given, Option, Words } from './options/inputs.ts';
import type { Terminal } from './terminal.ts';

export interface Invocation {
  command: Command;
  options: CommonOptions;
  /** The parsed arguments and options. */
  input(): Record<string, unknown>;
}

interface ProgramOptions {
  terminal: Terminal;
  version: string;
  onCommand(invocation: Invocation): Promise<void>;
  onUsageError(command: Command | null, sentence: string): void;
}

/** Builds the parser of all commands. Returns the function that runs a command line. */
export function buildProgram(options: ProgramOptions): (argv: readonly string[]) => Promise<void> {
  return async (argv) => {
    const state: ParseState = { current: null };
    const root = createRoot(options);
    for (const group of commandGroups) addGroup(root, group, options);
    for (const command of commands) addCommand(root, command, options, state);
    try {
      if (argv.length === 0) root.outputHelp();
      else await root.parseAsync(argv, { from: 'user' });
    } catch (error) {
      const sentence = usageSentence(error);
      if (sentence === null) throw error;
      if (sentence !== '') options.onUsageError(state.current ?? commandOf(argv), stripControls(sentence));
    }
  };
}

/** The command that the parser had reached when it failed. */
interface ParseState {
  current: Command | null;
}

type Raw = Record<string, Given | false>;

const quiet = (terminal: Terminal): OutputConfiguration => ({
  writeOut: (text) => terminal.print(text.trimEnd()),
  writeErr: () => undefined,
  outputError: () => undefined,
});

function prepare(parser: Parser, terminal: Terminal): Parser {
  return parser
    .exitOverride()
    .configureOutput(quiet(terminal))
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .allowExcessArguments(false);
}

function createRoot({ terminal, version }: ProgramOptions): Parser {
  const root = prepare(new Parser('upvigil'), terminal).version(version, '-V, --version', 'show the version');
  addCommonOptions(root);
  root.helpInformation = () => formatRootHelp(terminal.width(), commandSections);
  return root;
}

function addCommonOptions(parser: Parser): void {
  for (const option of Object.values(commonOptions)) addOption(parser, option);
}

function addOption(parser: Parser, { syntax, about, isList }: Option<unknown>): void {
  if (isList) parser.option(syntax, about, (text: string, before: readonly string[] = []) => [...before, text]);
  else parser.option(syntax, about);
}

function addGroup(root: Parser, group: { name: string; summary: string }, { terminal }: ProgramOptions): void {
  const parser = prepare(root.command(group.name), terminal);
  const own = commands.filter(({ path }) => path[0] === group.name && path.length > 1);
  parser.helpInformation = () => formatGroupHelp(terminal.width(), group, own);
}

function addCommand(root: Parser, command: Command, options: ProgramOptions, state: ParseState): void {
  const parent = command.path.length === 1 ? root : findGroup(root, command.path[0]);
  const parser = prepare(parent.command(command.path.at(-1) ?? ''), options.terminal);
  for (const argument of Object.values(command.arguments)) parser.argument(argument.syntax, argument.about);
  for (const option of Object.values(command.options)) addOption(parser, option);
  addCommonOptions(parser);
  parser.helpInformation = () => formatHelp(options.terminal.width(), command);
  parser.action(async (...received: unknown[]) => {
    state.current = command;
    const words = received.slice(0, Object.keys(command.arguments).length) as Words[];
    const raw = parser.optsWithGlobals<Raw>();
    await options.onCommand({
      command,
      options: parseAll(commonOptions, raw) as unknown as CommonOptions,
      input: () => ({ ...parseWords(command, words), ...parseAll(command.options, raw) }),
    });
  });
}

function findGroup(root: Parser, name: string): Parser {
  const found = root.commands.find((parser) => parser.name() === name);
  if (!found) throw new Error(`The command group ${name} is not in the registry`);
  return found;
}

const parseWords = (command: Command, words: readonly Words[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(command.arguments).map(([name, { parse }], index) => [name, parse(words[index])]));

const parseAll = (options: Command['options'], raw: Raw): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, option.parse(givenFor(option.syntax, raw))]),
  );

/** Commander's value of an option: `--password-stdin` is `passwordStdin`, and `--no-color` sets `color` to false. */
function givenFor(syntax: string, raw: Raw): Given {
  const [, no = '', long = ''] = /--(no-)?([a-z-]+)/.exec(syntax) ?? [];
  const given = raw[long.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())];
  if (no !== '') return given === false ? true : undefined;
  return given === false ? undefined : given;
}

/** The message for an invalid command line. Empty if help or the version was requested; null for other errors. */
function usageSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'UsageError') return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (!code.startsWith('commander.')) return null;
  if (code === 'commander.helpDisplayed' || code === 'commander.version') return '';
  if (code === 'commander.help') return 'no command given';
  return error.message
    .replace(/^error: /, '')
    .replace(/\n/g, ' ')
    .replace(/\.$/, '');
}

/** The command that the first words name; null if there is none. */
function commandOf(argv: readonly string[]): Command | null {
  const words = argv.filter((word) => !word.startsWith('-'));
  const named = commands.filter(({ path }) => path.every((part, index) => words[index] === part));
  // `alerts show` matches both itself and `alerts`.
  return named.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
}
