import type { Command } from '../contract/commands.ts';
import { commandMessages, neededParameter, unknownCommand, unusedParameter } from '../texts/commands.ts';

interface CommandTarget {
  name: string;
  host: string;
  port: number | null;
}

/**
 * The first problem of a monitor with a command, with its field: the command exists, and the monitor has the parameters
 * of the command and no others. Null without one.
 */
export function commandTargetProblem(
  { name, host, port }: CommandTarget,
  commands: readonly Command[],
): { field: string; message: string } | null {
  const inName = (message: string) => ({ field: 'options.command', message });
  if (commands.length === 0) return inName(commandMessages.none);
  const command = commands.find((each) => each.name === name);
  if (!command) return inName(unknownCommand(name, commands));
  const given = { host: host !== '', port: port !== null };
  for (const parameter of ['host', 'port'] as const) {
    const isParameter = command.parameters.includes(parameter);
    if (isParameter === given[parameter]) continue;
    return { field: parameter, message: (isParameter ? neededParameter : unusedParameter)(name, parameter) };
  }
  return host.startsWith('-') ? { field: 'host', message: commandMessages.dash } : null;
}
