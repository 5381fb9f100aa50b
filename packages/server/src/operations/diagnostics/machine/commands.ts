import { readCommands } from '../../../checks/commands/configured-commands.ts';
import { findProgram } from '../../../checks/commands/starter/run-program.ts';
import { type Diagnostic, type DiagnosticTools, type Finding, fail, ok, skipped, warn } from '../diagnostic.ts';
import { readNeededCommands, readWorkerCommandNames } from '../diagnostics-store.ts';

/** Reads and verifies the commands file, and finds monitors whose command no server has. */
export const commands = {
  id: 'commands',
  title: 'Commands',
  async run(tools) {
    const own = readOwn(tools.config.commandsFile);
    if ('error' in own) return fail(own.error, 'Correct the commands file, then send SIGHUP to Upvigil');
    const { known, needed } = await readMonitors(tools, own.names);
    const missing = ['setpriv', 'prlimit'].filter((name) => findProgram(name) === null);
    return commandsFinding({ own: own.names, known, needed, missing });
  },
} as const satisfies Diagnostic;

function readOwn(file: string | null): { names: string[] } | { error: string } {
  try {
    return { names: file === null ? [] : readCommands(file).map(({ name }) => name) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** `known`: the commands of all servers; `needed`: those of enabled monitors. */
async function readMonitors(
  { storage }: DiagnosticTools,
  own: string[],
): Promise<{ known: string[]; needed: string[] }> {
  if ('missing' in storage) return { known: own, needed: [] };
  const needed = await readNeededCommands(storage.db);
  if (storage.dialect === 'sqlite' || needed.length === 0) return { known: own, needed };
  return { known: await readWorkerCommandNames(storage.db), needed };
}

interface CommandFacts {
  own: readonly string[];
  known: readonly string[];
  needed: readonly string[];
  /** Programs that limit commands but are not installed. */
  missing: readonly string[];
}

export function commandsFinding({ own, known, needed, missing }: CommandFacts): Finding {
  const unsupported = needed.filter((name) => !known.includes(name));
  if (unsupported.length > 0) {
    return fail(
      `Monitors have commands that no server has: ${unsupported.join(', ')}`,
      'Add the commands to the commands file, or change the monitors',
    );
  }
  if (own.length === 0) return skipped('There are no commands on this server', 'Set COMMANDS_FILE to use commands');
  if (missing.length > 0) {
    return warn(`Commands run without some limits: ${missing.join(' and ')} is not installed`, 'Install util-linux');
  }
  return ok(own.length === 1 ? '1 command' : `${own.length} commands`);
}
