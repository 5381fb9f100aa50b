import { commands } from '../../packages/cli/src/commands/registry.ts';
import { formatHelp, formatRootHelp } from '../../packages/cli/src/help.ts';
import { madeBy, page } from './markdown.ts';

const width = 100;
const shown = (help: string): string => `\`\`\`text\n${help}\n\`\`\``;

/** Every command, as its `--help` says it. */
export const commandsPage = (): string =>
  page(
    madeBy,
    '# The `upvigil` command',
    shown(formatRootHelp(width, commands)),
    ...commands.flatMap((command) => [`## upvigil ${command.path.join(' ')}`, shown(formatHelp(width, command))]),
  );
