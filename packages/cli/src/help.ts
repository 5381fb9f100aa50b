import type { Command } from './command.ts';
import { defaultServer } from './environment.ts';
import { commonOptions } from './options/common-options.ts';
import { wrapMeasured } from './output/wrap-measured.ts';

const indent = '  ';

/** Help of one command: description, usage, examples and exit codes. */
export function formatHelp(width: number, command: Command): string {
  const name = `upvigil ${command.path.join(' ')}`;
  const words = Object.values(command.arguments).map(({ syntax }) => syntax);
  return joinSections([
    paragraph(`${name}: ${command.summary}`, width, ''),
    section('USAGE', [indent + [name, ...words, '[options]'].join(' ')]),
    section('DESCRIPTION', command.description.split('\n\n').flatMap(separated((text) => paragraph(text, width)))),
    section('ARGUMENTS', definitions(Object.values(command.arguments), width)),
    section('OPTIONS', definitions(Object.values(command.options).map(withInitial), width)),
    section('COMMON OPTIONS', definitions([...Object.values(commonOptions), helpOption], width)),
    section('OUTPUT', paragraph(outputSentence(command), width)),
    section('EXIT CODES', definitions(exitCodeTexts[command.exitCodes], width)),
    section('ENVIRONMENT', definitions(environmentVariables, width)),
    section('EXAMPLES', command.examples.flatMap(exampleLines)),
  ]);
}

/** A titled list of commands. */
interface Section {
  title: string;
  commands: readonly Command[];
}

/** Help of the program: its commands by subject. */
export function formatRootHelp(width: number, sections: readonly Section[]): string {
  const left = leftOf(sections.flatMap(({ commands }) => commands.map(entryOf)));
  return listHelp(width, 'upvigil', 'the command line of Upvigil', [
    ...sections.map(({ title, commands }) => section(title, definitions(commands.map(entryOf), width, left))),
    section('COMMON OPTIONS', definitions([...Object.values(commonOptions), helpOption, versionOption], width)),
  ]);
}

/** Help of the commands that share their first word. */
export const formatGroupHelp = (
  width: number,
  { name, summary }: { name: string; summary: string },
  commands: readonly Command[],
): string =>
  listHelp(width, `upvigil ${name}`, summary, [
    section('COMMANDS', definitions(commands.map(entryOf), width)),
    section('COMMON OPTIONS', definitions([...Object.values(commonOptions), helpOption], width)),
  ]);

const listHelp = (width: number, name: string, summary: string, lists: readonly string[][]): string =>
  joinSections([
    paragraph(`${name}: ${summary}`, width, ''),
    section('USAGE', [`${indent}${name} <command> [options]`]),
    ...lists,
    section('ENVIRONMENT', definitions(environmentVariables, width)),
    section(
      'LEARN MORE',
      paragraph(`${name} <command> --help shows options, exit codes and examples of one command.`, width),
    ),
  ]);

const entryOf = (command: Command) => ({ syntax: usageOf(command), about: command.summary });

const helpOption = { syntax: '-h, --help', about: 'show this help' };
const versionOption = { syntax: '-V, --version', about: 'show the version' };

export const usageOf = (command: Command): string =>
  [...command.path, ...Object.values(command.arguments).map(({ syntax }) => syntax)].join(' ');

const environmentVariables = [
  { syntax: 'UPVIGIL_SERVER', about: `address of the server, if not ${defaultServer}` },
  { syntax: 'PORT', about: 'port of a server on this machine, if not 8080' },
  { syntax: 'UPVIGIL_TOKEN', about: 'API token (upvigil token create), instead of the token stored by login' },
  {
    syntax: 'UPVIGIL_PASSWORD',
    about: "the owner's password, for actions that need more than a token: signs in for this command only",
  },
  { syntax: 'UPVIGIL_CONFIG_DIR', about: 'folder of the stored settings, if not ~/.config/upvigil' },
  { syntax: 'NODE_EXTRA_CA_CERTS', about: 'file with the certificate of your own authority, for https' },
  { syntax: 'NO_COLOR', about: 'no colour codes when set' },
];

const exitCodeTexts: Record<Command['exitCodes'], readonly { syntax: string; about: string }[]> = {
  plain: [
    { syntax: '0', about: 'done' },
    { syntax: '1', about: 'failed; one line on stderr says what to do' },
  ],
  plugin: [
    { syntax: '0', about: 'OK: all is up' },
    { syntax: '1', about: 'WARNING: partly down, slow, or metadata missing' },
    { syntax: '2', about: 'CRITICAL: down' },
    { syntax: '3', about: 'UNKNOWN: no data, server not reachable, not signed in, or no such id' },
  ],
};

function outputSentence({ json }: Command): string {
  if (json === null) return 'Messages only; there is no data to print as JSON.';
  return `On a terminal the output is for people. In a pipe it is one record a line: tab separated, ISO times, no header and no colour. --json prints ${json}.`;
}

const withInitial = ({ syntax, about, initial, choices, isList }: Command['options'][string]) => ({
  syntax,
  about: [
    about,
    choices && `one of ${choices.join(', ')}`,
    initial && `default ${initial}`,
    isList && 'may be given several times',
  ]
    .filter(Boolean)
    .join('; '),
});

const exampleLines = ({ command, about }: Command['examples'][number], index: number): string[] => [
  ...(index === 0 ? [] : ['']),
  `${indent}# ${about}`,
  `${indent}${command}`,
];

const separated =
  <Item>(render: (item: Item) => string[]) =>
  (item: Item, index: number): string[] =>
    index === 0 ? render(item) : ['', ...render(item)];

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);
const joinSections = (sections: readonly string[][]): string =>
  sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const readableWidth = 100;
const smallestColumn = 24;

type Entries = readonly { syntax: string; about: string }[];

/** Where the second column begins. */
const leftOf = (entries: Entries): number =>
  Math.max(0, ...entries.map(({ syntax }) => syntax.length)) + indent.length + 2;

function definitions(entries: Entries, width: number, left: number = leftOf(entries)): string[] {
  return entries.flatMap(({ syntax, about }) => {
    if (width - left < smallestColumn) return [indent + syntax, ...paragraph(about, width, indent.repeat(3))];
    const [first = '', ...rest] = wrapHelp(about, Math.min(width, readableWidth) - left);
    return [(indent + syntax).padEnd(left) + first, ...rest.map((text) => ' '.repeat(left) + text)];
  });
}

const paragraph = (text: string, width: number, margin: string = indent): string[] =>
  wrapHelp(text, Math.min(width, readableWidth) - margin.length).map((each) => margin + each);

/** Help is ASCII. Measuring other text would take a tenth of the time of a short command to load. */
const wrapHelp = (text: string, width: number): string[] => wrapMeasured(text, width, ({ length }) => length);
