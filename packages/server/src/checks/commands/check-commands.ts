import type { ProbeTargets } from '@upvigil/core/contract/monitor-kinds/registry';
import { commandMissing } from '@upvigil/core/texts/commands';
import { createCommandRunner } from './command-runner.ts';
import { fillParameters } from './commands-file.ts';
import type { RunnableCommand } from './configured-commands.ts';
import type { ProgramEnd, ProgramFault } from './starter/starter-messages.ts';

/** How the command of a check ended. */
export interface CommandRun {
  end: ProgramEnd | ProgramFault | { unsupported: string };
  /** Values that the output may hold and that must not leave this machine. */
  secrets: readonly string[];
}

export type CheckCommands = ReturnType<typeof createCheckCommands>;

/** Runs the commands of checks, in the probe thread. */
export function createCheckCommands() {
  const runner = createCommandRunner();
  let byName: ReadonlyMap<string, RunnableCommand> = new Map();
  return {
    /** Replaces all. Programs that run stay. */
    set(commands: readonly RunnableCommand[]): void {
      byName = new Map(commands.map((command) => [command.name, command]));
    },
    /** The timeout begins when the program starts. Rejects with the signal's reason if aborted while it waits. */
    async run(target: ProbeTargets['COMMAND'], timeoutSeconds: number, signal: AbortSignal): Promise<CommandRun> {
      const configured = byName.get(target.command);
      if (!configured) return { end: { unsupported: commandMissing(target.command) }, secrets: [] };
      const command = fillParameters(configured, target);
      if ('missing' in command) return { end: { unsupported: command.missing }, secrets: [] };
      const { env, ids, memory_mb } = configured;
      const request = { command: command.elements, env, ids, memory_mb, timeout_ms: timeoutSeconds * 1000 };
      return { end: await runner.run(request, signal), secrets: Object.values(env) };
    },
  };
}
