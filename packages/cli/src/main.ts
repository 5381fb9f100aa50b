import type { Command } from './command.ts';
import { type CommandLine, createContext, type OwnedContext } from './create-context.ts';
import { exitCodes, pluginExitCodes } from './exit-codes.ts';
import { failureSentence } from './failures.ts';
import { buildProgram, type Invocation } from './program.ts';
import { createTerminal } from './terminal.ts';

/** Runs one command line and returns its exit code. */
export async function main(world: CommandLine): Promise<number> {
  const interrupted = new AbortController();
  const terminal = createTerminal({ ...world.streams, ...world.environment, interrupted: interrupted.signal });
  let exitCode: number = exitCodes.done;
  const program = buildProgram({
    terminal,
    version: world.version,
    onCommand: async (invocation) => {
      exitCode = await runCommand(world, createContext(world, terminal, interrupted, invocation), invocation);
    },
    onUsageError: (command, sentence) => {
      terminal.say(`upvigil: ${sentence}; see ${['upvigil', ...(command?.path ?? []), '--help'].join(' ')}`);
      exitCode = failureCode(command);
    },
  });
  await program(world.argv);
  return exitCode;
}

async function runCommand(world: CommandLine, owned: OwnedContext, { command, input }: Invocation): Promise<number> {
  const { context, finish } = owned;
  const stopListening = command.ownsSignals ? () => undefined : world.onInterrupt(owned.interrupt);
  try {
    return await command.run(context, input());
  } catch (error) {
    if (!owned.isInterrupted()) context.terminal.say(`upvigil: ${owned.explain(error) ?? failureSentence(error)}`);
    return failureCode(command);
  } finally {
    stopListening();
    await finish();
  }
}

/** Unknown for a monitoring plugin, failed for other commands. */
const failureCode = (command: Command | null): number =>
  command?.exitCodes === 'plugin' ? pluginExitCodes.unknown : exitCodes.failed;
