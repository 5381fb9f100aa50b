import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { limits } from '@upvigil/core/limits';
import { ConfigError } from '../../base/config/config.ts';
import { type ConfiguredCommand, parseCommands } from './commands-file.ts';
import { distrustReason, type FileSystem, isExecutable, ownUid, systemFiles } from './file-trust.ts';

/** A command that may run on this machine, with the ids of its user. */
export interface RunnableCommand extends ConfiguredCommand {
  /** Null: those of Upvigil. */
  ids: { uid: number; gid: number } | null;
}

/** The environment of the commands file. */
export interface CommandMachine {
  files: FileSystem;
  ownUid: number;
  ownUser: string;
  /** The beginning of a file, up to `most` bytes. @throws the error of the system */
  read(file: string, most: number): string;
}

const thisMachine: CommandMachine = {
  files: systemFiles,
  ownUid: ownUid(),
  ownUser: userName(),
  read: readBeginning,
};

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // The user has no name, as in some containers.
    return String(process.getuid?.());
  }
}

/**
 * Reads and verifies the commands file.
 * @throws ConfigError with one sentence that names the file or the program, and the remedy
 */
export function readCommands(file: string, machine: CommandMachine = thisMachine): RunnableCommand[] {
  const where = `COMMANDS_FILE ${file}`;
  refuse(distrustReason(path.resolve(file), where, machine));
  const text = machine.read(file, limits.commands.fileBytes + 1);
  if (Buffer.byteLength(text) > limits.commands.fileBytes) {
    throw new ConfigError(`${where} must have at most ${limits.commands.fileBytes / 1024} KiB`);
  }
  return parseCommands(text, where).map((command) => {
    const [program] = command.command;
    const what = `the program ${program} of the command "${command.name}"`;
    refuse(distrustReason(program, what, machine));
    if (!isExecutable(machine.files.status(program))) refuse(`${what} is not executable: run chmod +x ${program}`);
    return { ...command, ids: idsOf(command, where, machine) };
  });
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new ConfigError(reason[0]?.toUpperCase() + reason.slice(1));
}

function idsOf({ name, user }: ConfiguredCommand, where: string, machine: CommandMachine): RunnableCommand['ids'] {
  if (user === null || user === machine.ownUser) return null;
  const which = `${where}: command "${name}"`;
  if (machine.ownUid !== 0) {
    throw new ConfigError(
      `${which} has the user "${user}", but Upvigil runs as "${machine.ownUser}": only root may change the user`,
    );
  }
  const line = machine
    .read('/etc/passwd', mostPasswdBytes)
    .split('\n')
    .map((each) => each.split(':'))
    .find(([each]) => each === user);
  const [, , uid, gid] = line ?? [];
  if (uid === undefined || gid === undefined) {
    throw new ConfigError(`${which} has the user "${user}", which is not in /etc/passwd of this machine`);
  }
  return { uid: Number(uid), gid: Number(gid) };
}

const mostPasswdBytes = 4 * 1024 * 1024;

function readBeginning(file: string, most: number): string {
  const descriptor = openSync(file, 'r');
  try {
    if (!fstatSync(descriptor).isFile()) return readFileSync(descriptor, 'utf8').slice(0, most);
    const bytes = Buffer.alloc(most);
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read) {
      read = readSync(descriptor, bytes, length, most - length, null);
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

interface CommandsOptions {
  /** Null: there are none. */
  file: string | null;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  machine?: CommandMachine;
}

export type ConfiguredCommands = ReturnType<typeof createConfiguredCommands>;

/** The commands of this machine. @throws ConfigError as `readCommands` */
export function createConfiguredCommands({ file, log, machine }: CommandsOptions) {
  const listeners: ((commands: readonly RunnableCommand[]) => void)[] = [];
  let commands = file === null ? [] : readCommands(file, machine);
  return {
    list: (): readonly RunnableCommand[] => commands,
    /** Calls back at once, and after each change. */
    follow(listener: (commands: readonly RunnableCommand[]) => void): void {
      listeners.push(listener);
      listener(commands);
    },
    /** Reads the file again. After an error, the old commands stay. */
    reload(): void {
      if (file === null) return;
      try {
        commands = readCommands(file, machine);
      } catch (error) {
        const reason = error instanceof ConfigError ? error.message : String(error);
        log.error({ file }, `The commands file was not read again, the old commands stay: ${reason}`);
        return;
      }
      log.info({ file, count: commands.length }, 'The commands file was read again');
      for (const listener of listeners) listener(commands);
    },
    /** Values that must not leave this machine. */
    secretTexts: (): string[] => commands.flatMap(({ env }) => Object.values(env)),
  };
}
