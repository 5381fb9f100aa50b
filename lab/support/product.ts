import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiClient, createApiClient } from '@upvigil/core/client/api-client';

/** The file that `npm start` runs. */
export const commandFile = path.resolve(import.meta.dirname, '../../packages/cli/upvigil.cjs');
export const adminPassword = 'correct horse battery';

/** The built product in its own process and data folder, as `npm start` runs it. */
export interface Product {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly api: ApiClient;
  readonly token: string;
  /** Its output so far. */
  output(): string;
  readonly process: ChildProcess;
  /** Sends a signal; resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

export interface ProductOptions {
  /** An existing folder, for a second start on the same data. */
  dataDir?: string;
  env?: Record<string, string>;
  /** A command line that runs the following one. */
  wrapper?: readonly string[];
}

/** The product to start, and its folder; default: this repository. */
export interface ProductPlace {
  commandFile: string;
  cwd: string;
}

/** Starts the product on a free port and signs in. */
export async function startProduct({
  dataDir = newDataDir(),
  env = {},
  wrapper,
}: ProductOptions = {}): Promise<Product> {
  const started = await spawnProduct({ ADMIN_PASSWORD: adminPassword, ...env, DATA_DIR: dataDir }, wrapper);
  const password = env.ADMIN_PASSWORD ?? adminPassword;
  const signIn = createApiClient({ baseUrl: started.baseUrl, getToken: () => null });
  const { access_token: token } = await signIn.auth.login({ body: { password } });
  const api = createApiClient({ baseUrl: started.baseUrl, getToken: () => token });
  return {
    ...started,
    dataDir,
    api,
    token,
    remove: async () => {
      await started.end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const newDataDir = (): string => mkdtempSync(path.join(tmpdir(), 'upvigil-e2e-'));

/** Starts only the process. Rejects with its output if it ends before it listens. */
export async function spawnProduct(
  env: Record<string, string>,
  wrapper: readonly string[] = [],
  place: ProductPlace = { commandFile, cwd: process.cwd() },
): Promise<Pick<Product, 'baseUrl' | 'output' | 'process' | 'end'>> {
  const [command = process.execPath, ...parameters] = [...wrapper, process.execPath, place.commandFile, 'serve'];
  const child = spawn(command, parameters, {
    cwd: place.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: env.DATA_DIR ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      output += String(chunk);
      const [, address] = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
  return {
    baseUrl,
    output: () => output,
    process: child,
    end: (signal) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
        child.once('exit', resolve);
        child.kill(signal);
      }),
  };
}
