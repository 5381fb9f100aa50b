import { readMarkdown } from './markdown-text.ts';

/** Names that documents may use, from the program. */
export interface KnownNames {
  /** From package.json. */
  scripts: ReadonlySet<string>;
  /** Options of each command by its name: `backup create`. */
  commands: ReadonlyMap<string, ReadonlySet<string>>;
  /** Environment variables. */
  variables: ReadonlySet<string>;
}

/** `npm run NAME` */
const script = /\bnpm (?:run(?: --silent)? )([\w:-]+)/g;
/** `upvigil WORD WORD --option`, up to the end of the command. */
const command = /(?:^|[\s"'=/])(?:npx )?upvigil ((?:[a-z]+|--[a-z]|<)[^\n|&;>)]*)/g;
/** A variable with an underscore, or one with an assigned value. Other words in capitals are text. */
const variable = /(?<![\w$.[-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?=$|=| )|[A-Z][A-Z0-9]+(?==))/g;

/** Names in a document's code that the program does not have, a sentence each. */
export function unknownNames(text: string, known: KnownNames): string[] {
  const { code } = readMarkdown(text);
  // Lines with this start are output of a command.
  const lines = code.filter((line) => !line.startsWith('upvigil: '));
  return lines.flatMap((line) => [
    ...[...line.matchAll(script)].flatMap(([, name = '']) => (known.scripts.has(name) ? [] : [`no script ${name}`])),
    ...[...line.matchAll(command)].flatMap(([, words = '']) => troubleOfCommand(words.trim(), known.commands)),
    ...[...line.matchAll(variable)].flatMap(([, name = '']) =>
      known.variables.has(name) ? [] : [`no variable ${name}`],
    ),
  ]);
}

function troubleOfCommand(words: string, commands: KnownNames['commands']): string[] {
  const [first = '', second = ''] = words.split(/\s+/);
  if (first.startsWith('-') || first.startsWith('<')) return [];
  const options = commands.get(`${first} ${second}`) ?? commands.get(first);
  if (!options) return isGroup(first, second, commands) ? [] : [`no command upvigil ${first} ${second}`.trim()];
  const given = [...words.matchAll(/(?<=\s)--[a-z-]+/g)].map(([option]) => option);
  return given.filter((option) => !options.has(option)).map((option) => `no option ${option} of upvigil ${first}`);
}

/** Whether only the group is named, as in 'two `upvigil backup` commands'. */
const isGroup = (first: string, second: string, commands: KnownNames['commands']): boolean =>
  second === '' && [...commands.keys()].some((words) => words.startsWith(`${first} `));
