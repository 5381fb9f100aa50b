import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type Conf from 'conf';
import { CommandError } from '../failures.ts';

/** The token is sent only to this server. */
export interface StoredSettings {
  server: string | null;
  token: string | null;
}

/** The file of the stored settings. Only its owner can read it: folder 0700, file 0600. */
export type SettingsStore = ReturnType<typeof createSettingsStore>;

const ownerOnly = { folder: 0o700, file: 0o600 } as const;
const configName = 'config';
type Fields = { server?: string; token?: string };

/** The folder need not exist. Nothing is loaded or created before the first call. */
export function createSettingsStore(folder: string) {
  const file = path.join(folder, `${configName}.json`);
  const open = async (isReplaced = false): Promise<Conf<Fields>> => {
    const { default: ConfStore } = await import('conf');
    return new ConfStore<Fields>({
      cwd: folder,
      configName,
      projectName: 'upvigil',
      configFileMode: ownerOnly.file,
      // A command that writes has already reported that the file cannot be read: the file is replaced.
      clearInvalidConfig: isReplaced,
      schema: { server: { type: 'string' }, token: { type: 'string' } },
    });
  };
  return {
    file,
    /** @throws CommandError when the file cannot be read */
    async read(): Promise<StoredSettings> {
      if (!existsSync(file)) return { server: null, token: null };
      const { server, token } = await readable(file, async () => (await open()).store);
      return { server: server ?? null, token: token ?? null };
    },
    /** @throws CommandError when the file cannot be written */
    write: (settings: { server: string; token: string }): Promise<void> =>
      writable(file, async () => {
        mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
        chmodSync(folder, ownerOnly.folder);
        (await open(true)).set(settings);
      }),
    /** Forgets the token and keeps the server. */
    async forgetToken(): Promise<void> {
      if (existsSync(file)) await writable(file, async () => (await open()).delete('token'));
    },
  };
}

async function readable<Value>(file: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as Error).message}): delete it and run: upvigil login`, {
      cause: error,
    });
  }
}

async function writable(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const isRefused = ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '');
    const user = process.getuid?.();
    const remedy = `: set UPVIGIL_CONFIG_DIR to a folder that ${user === undefined ? 'you' : `user ${user}`} may write to`;
    throw new CommandError(`${file} cannot be written (${message})${isRefused ? remedy : ''}`, { cause: error });
  }
}
