import type { Command } from '@upvigil/core/contract/commands';
import type { NetworkTestInput } from '@upvigil/core/contract/network-monitors';
import { commandTargetProblem } from '@upvigil/core/rules/command-target';
import type { FastifyInstance } from 'fastify';
import type { CommandCatalogue } from '../../checks/commands/command-catalogue.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { refuse } from './changed-url.ts';

export function commandRoutes(app: FastifyInstance, { commands }: { commands: CommandCatalogue }): void {
  serveEndpoints(app, 'commands', { list: () => commands.list() });
}

type CommandTarget = Pick<NetworkTestInput, 'monitor_type' | 'host' | 'port'> & {
  options?: Readonly<Record<string, unknown>> | null | undefined;
};

/**
 * Checks the command of a monitor, and that it has the parameters of the command and no others. After a change of other
 * fields it stays unchecked, so that they work without the commands file.
 * @throws RequestError `invalid`, naming the field
 */
export function checkCommand(commands: readonly Command[], after: CommandTarget, before?: CommandTarget): void {
  if (after.monitor_type !== 'COMMAND' || (before && !isOtherCommand(before, after))) return;
  const { host, port, options } = after;
  const problem = commandTargetProblem({ name: String(options?.command ?? ''), host, port }, commands);
  if (problem !== null) refuse([problem]);
}

const isOtherCommand = (before: CommandTarget, after: CommandTarget): boolean =>
  JSON.stringify(commandParts(before)) !== JSON.stringify(commandParts(after));

const commandParts = ({ monitor_type, host, port, options }: CommandTarget) => [
  monitor_type,
  host,
  port,
  options?.command,
];
