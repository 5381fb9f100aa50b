import type { Command } from '@upvigil/core/contract/commands';
import { parametersOf } from './commands-file.ts';
import type { ConfiguredCommands, RunnableCommand } from './configured-commands.ts';

/** The commands that monitors may run, by name. */
export interface CommandCatalogue {
  list(): Promise<Command[]>;
}

/** What others may know about a command. */
export const describeCommand = (command: RunnableCommand): Command => ({
  name: command.name,
  title: command.title,
  parameters: parametersOf(command),
  location_ids: [],
});

/** Of one process. `workers`: those that workers report. */
export const createCommandCatalogue = (
  own: Pick<ConfiguredCommands, 'list'>,
  workers: () => Promise<readonly Command[]>,
): CommandCatalogue => ({
  async list() {
    const all = [...own.list().map(describeCommand), ...(await workers())];
    const byName = new Map(all.toReversed().map((command) => [command.name, command]));
    return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  },
});
