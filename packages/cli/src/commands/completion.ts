import { type Command, defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { commonOptions } from '../options/common-options.ts';
import { choiceArgument } from '../options/inputs.ts';

/** Completes the commands of the registry. They come from a function, because this command is one of them. */
export const createCompletion = (commands: () => readonly Command[]): Command =>
  defineCommand({
    path: ['completion'],
    summary: 'print the completion script of a shell',
    description:
      'Prints a script with which a shell completes commands and options of upvigil. Load it when the shell starts.',
    examples: {
      'source <(upvigil completion bash)': 'In ~/.bashrc; for zsh in ~/.zshrc',
      'upvigil completion fish >~/.config/fish/completions/upvigil.fish': 'For fish, once',
      '0 3 * * 0 upvigil completion bash >/etc/bash_completion.d/upvigil':
        'In a crontab: for all users, renewed after updates',
    },
    arguments: { shell: choiceArgument('<shell>', `one of ${shells.join(', ')}`, shells) },
    json: null,
    async run({ terminal }, { shell }) {
      terminal.print(completionScripts[shell](commands()));
      return exitCodes.done;
    },
  });

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** The candidates for the next word. */
interface Choice {
  /** The preceding words: '' or 'backup'. */
  after: string;
  word: string;
  about: string;
}

interface CompletedOption {
  /** The words of the command that it belongs to. */
  command: string;
  long: string;
  about: string;
  choices: readonly string[];
  takesValue: boolean;
  isFile: boolean;
}

/** Generated from the registry, so that no command is missing. */
const completionScripts: Record<Shell, (commands: readonly Command[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function choicesOf(commands: readonly Command[]): Choice[] {
  const firsts = new Map<string, Choice>();
  const seconds: Choice[] = [];
  for (const { path, summary } of commands) {
    const [first, second] = path;
    if (second !== undefined) seconds.push({ after: first, word: second, about: summary });
    const about = second === undefined ? summary : `${first} commands`;
    if (!firsts.has(first)) firsts.set(first, { after: '', word: first, about });
  }
  return [...firsts.values(), ...seconds];
}

function optionsOf(command: Command): CompletedOption[] {
  const all = [...Object.values(command.options), ...Object.values(commonOptions)];
  return all.map(({ syntax, about, choices = [], isFile = false }) => ({
    command: command.path.join(' '),
    long: /--[a-z-]+/.exec(syntax)?.[0] ?? '',
    about,
    choices,
    takesValue: syntax.includes('<'),
    isFile,
  }));
}

/** The shell takes the first match, and `alerts` also matches `alerts show`. */
const longestFirst = (commands: readonly Command[]): Command[] =>
  commands.toSorted((a, b) => b.path.length - a.path.length);

const takesFile = (command: Command): boolean =>
  Object.values(command.arguments).some(({ syntax }) => syntax === '<file>');
const shellArgument = (command: Command): string => (command.path[0] === 'completion' ? shells.join(' ') : '');

function bashScript(commands: readonly Command[]): string {
  const choices = choicesOf(commands);
  const wordsAfter = (after: string): string =>
    choices
      .filter((choice) => choice.after === after)
      .map(({ word }) => word)
      .join(' ');
  const groups = [...new Set(choices.map(({ after }) => after).filter(Boolean))];
  const values = uniqueOptions(commands).filter(({ takesValue }) => takesValue);
  return `# bash completion of upvigil; read in with: source <(upvigil completion bash)
_upvigil() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || words="$words $word"
  done
  words=\${words# }
  case $previous in
${values.map(({ long, choices: some, isFile }) => `    ${long}) COMPREPLY=($(compgen ${isFile ? '-f' : `-W "${some.join(' ')}"`} -- "$current")); return ;;`).join('\n')}
  esac
  case $words in
    "") COMPREPLY=($(compgen -W "${wordsAfter('')} --help --version" -- "$current")) ;;
${groups.map((group) => `    "${group}") COMPREPLY=($(compgen -W "${wordsAfter(group)} --help" -- "$current")) ;;`).join('\n')}
${longestFirst(commands).map(bashCase).join('\n')}
  esac
}
complete -o filenames -F _upvigil upvigil`;
}

function bashCase(command: Command): string {
  const options = optionsOf(command).map(({ long }) => long);
  const words = [shellArgument(command), ...options, '--help'].filter(Boolean).join(' ');
  const files = takesFile(command) ? ' $(compgen -f -- "$current")' : '';
  return `    "${command.path.join(' ')}"*) COMPREPLY=($(compgen -W "${words}" -- "$current")${files}) ;;`;
}

const uniqueOptions = (commands: readonly Command[]): CompletedOption[] => [
  ...new Map(commands.flatMap(optionsOf).map((option) => [option.long, option])).values(),
];

const zshQuote = (text: string): string =>
  text.replace(/[[\]:'\\]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`));

function zshScript(commands: readonly Command[]): string {
  const choices = choicesOf(commands);
  const groups = [...new Set(choices.map(({ after }) => after).filter(Boolean))];
  const described = (after: string): string =>
    choices
      .filter((choice) => choice.after === after)
      .map(({ word, about }) => `'${word}:${zshQuote(about)}'`)
      .join(' ');
  return `#compdef upvigil
# zsh completion of upvigil; read in with: source <(upvigil completion zsh)
_upvigil() {
  local -a found
  local -a plain=(\${(@)words[2,CURRENT-1]:#-*})
  case "\${(j: :)plain}" in
    "") found=(${described('')}); _describe command found ;;
${groups.map((group) => `    "${group}") found=(${described(group)}); _describe command found ;;`).join('\n')}
${longestFirst(commands).map(zshCase).join('\n')}
  esac
}
compdef _upvigil upvigil`;
}

function zshCase(command: Command): string {
  const specs = optionsOf(command).map(({ long, about, choices, takesValue, isFile }) => {
    const value = isFile ? ':file:_files' : `:value:${choices.length > 0 ? `(${choices.join(' ')})` : ''}`;
    return `'${long}[${zshQuote(about)}]${takesValue ? value : ''}'`;
  });
  const rest = takesFile(command) ? ["'*:file:_files'"] : [];
  const shell = shellArgument(command) ? [`'*:shell:(${shellArgument(command)})'`] : [];
  return `    "${command.path.join(' ')}"*) _arguments ${[...specs, ...rest, ...shell].join(' ')} ;;`;
}

const fishQuote = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

function fishScript(commands: readonly Command[]): string {
  const firsts = choicesOf(commands);
  const lines = firsts.map(({ after, word, about }) => {
    const when = after === '' ? '__fish_use_subcommand' : `__upvigil_at ${after}`;
    return `complete -c upvigil -f -n '${when}' -a ${word} -d ${fishQuote(about)}`;
  });
  return `# fish completion of upvigil; keep as ~/.config/fish/completions/upvigil.fish
function __upvigil_at
  set -l words (commandline -opc | string match -v -- '-*')
  test "$words[2..-1]" = "$argv"
end
function __upvigil_in
  set -l words (commandline -opc | string match -v -- '-*')
  string match -q -- "$argv*" "$words[2..-1]"
end
${[...lines, ...commands.flatMap(fishOptions)].join('\n')}`;
}

function fishOptions(command: Command): string[] {
  const when = `__upvigil_in ${command.path.join(' ')}`;
  const options = optionsOf(command).map(({ long, about, choices, takesValue, isFile }) => {
    const values = choices.length > 0 ? ` -a '${choices.join(' ')}'` : '';
    const needs = takesValue ? (isFile ? ' -r' : ` -x${values}`) : '';
    return `complete -c upvigil -n '${when}' -l ${long.slice(2)}${needs} -d ${fishQuote(about)}`;
  });
  const files = takesFile(command) ? [`complete -c upvigil -F -n '${when}'`] : [];
  const shell = shellArgument(command) ? [`complete -c upvigil -f -n '${when}' -a '${shellArgument(command)}'`] : [];
  return [...options, ...files, ...shell];
}
