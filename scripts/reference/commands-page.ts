import type { Command, Noun } from '../../packages/cli/src/command.ts';
import { nouns } from '../../packages/cli/src/commands/registry.ts';
import { formatRootHelp, usageOf } from '../../packages/cli/src/help.ts';
import { madeBy, page, table } from './markdown.ts';

const width = 100;

/** Every command with its options, one table for each group. Descriptions, exit codes and examples are in `--help`. */
export const commandsPage = (): string =>
  page(
    madeBy,
    '# The `upvigil` command',
    'Each group of commands has a table. `upvigil <command> --help` shows descriptions, exit codes and examples.',
    ...nouns.flatMap((noun) => [
      `## ${titleOf(noun)}`,
      table(
        ['command', 'what it does', 'options'],
        noun.commands.map((command) => [`\`upvigil ${usageOf(command)}\``, command.summary, optionsOf(command)]),
      ),
    ]),
    '## Ids and names',
    'Where a command takes a website, a URL or a monitor, give its id (`upvigil websites`, `upvigil urls` and `upvigil monitors` list ids) or its name: `Shop`. A monitor is also named by its website and its path or name (`Shop/checkout`, `Shop/Mail`), by its address, or by its host and port (`mail.example.org:993`). The name with its website is found fastest. Upper and lower case are the same, unless two names differ only in case. Digits alone are always an id, even if a website has them as its name. A name that several have is refused with their ids, an unknown name with similar names.',
    '## Options and environment of every command',
    `\`\`\`text\n${formatRootHelp(width, [])}\n\`\`\``,
  );

/** The first words of its commands: 'alerts, ack'. */
const titleOf = ({ commands }: Noun): string => [...new Set(commands.map(({ path }) => path[0]))].join(', ');

const optionsOf = ({ options }: Command): string =>
  Object.values(options)
    .map(({ syntax }) => `\`${syntax}\``)
    .join(', ');
