import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The command line of a Docker daemon that can build and run. */
export interface Docker {
  /** Resolves with standard output. Rejects with both outputs when the command fails. */
  run(args: readonly string[], input?: string): Promise<string>;
  compose(args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Requirements of a private daemon, in addition to the packages that it downloads. */
const tools = ['apt-get', 'docker-compose', 'dpkg', 'iptables', 'mmdebstrap', 'runc'];

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasDaemon = (): boolean => works('docker', 'version');

/** The reason why this machine cannot build images, as a sentence; null if it can. */
export function reasonForNoDocker(): string | null {
  if (hasDaemon()) return null;
  if (process.getuid?.() !== 0) return 'no Docker daemon answers, and only root can start one';
  const missing = tools.filter((tool) => !works('sh', '-c', `command -v ${tool}`));
  return missing.length > 0
    ? `no Docker daemon answers, and to start one these are missing: ${missing.join(', ')}`
    : null;
}

/** The daemon of this machine, or a private one that ends with the test. */
export async function openDocker(): Promise<Docker> {
  return hasDaemon()
    ? { ...commandsOf(process.env, works('docker', 'compose', 'version')), stop: async () => undefined }
    : startPrivateDocker();
}

async function startPrivateDocker(): Promise<Docker> {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-docker-'));
  const script = path.join(import.meta.dirname, 'private-docker.sh');
  const child = spawn(script, [folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready') continue;
    const bin = path.join(folder, 'docker/usr/bin');
    const environment = {
      ...process.env,
      PATH: `${bin}:${path.join(folder, 'docker/usr/sbin')}:${process.env.PATH}`,
      DOCKER_HOST: `unix://${folder}/docker.sock`,
      DOCKER_CONFIG: path.join(folder, 'config'),
      DOCKER_BUILDKIT: '1',
    };
    return { ...commandsOf(environment, false), stop };
  }
  await stop();
  throw new Error('The private Docker daemon did not start');
}

function commandsOf(env: NodeJS.ProcessEnv, hasComposePlugin: boolean): Pick<Docker, 'run' | 'compose'> {
  const execute = (command: string, args: readonly string[], input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = execFile(command, args, { env, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) =>
        error ? reject(new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr.slice(-4000)}`)) : resolve(stdout),
      );
      child.stdin?.end(input);
    });
  return {
    run: (args, input) => execute('docker', args, input),
    compose: (args) => (hasComposePlugin ? execute('docker', ['compose', ...args]) : execute('docker-compose', args)),
  };
}

const root = path.join(import.meta.dirname, '../..');

/** Sizes in bytes that the documents state. */
export interface DocumentedSizes {
  slim: number;
  full: number;
  /** How much smaller `slim` is. */
  difference: number;
}

export function readDocumentedSizes(): DocumentedSizes {
  const read = (file: string, pattern: RegExp): string[] => {
    const found = pattern.exec(readFileSync(path.join(root, file), 'utf8'));
    if (!found) throw new Error(`${file} says no size: ${pattern}`);
    return found.slice(1);
  };
  const [slim, full] = read('docs/operating.md', /`slim` \((\d+) MB\), and `full` \(([\d.]+) GB\)/);
  const [difference] = read('compose.yaml', /([\d.]+) GB less/);
  return { slim: Number(slim) * 1e6, full: Number(full) * 1e9, difference: Number(difference) * 1e9 };
}
