import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from './run-program.ts';

/** Why this machine cannot run a test, as the end of its title; empty when it can. */
export interface Namespaces {
  isPossible: boolean;
  /** ' (SKIPPED: network namespaces need root)', or nothing. */
  note: string;
}

/** Whether tests can create network namespaces here: Linux, as root, with `unshare` and `ip`. */
export function findNamespaces(): Promise<Namespaces> {
  const attempt = ['--mount', '--net', '--', 'ip', 'link', 'set', 'lo', 'up'];
  return runProgram('unshare', attempt, { deadlineSeconds: 20 }).then(
    () => ({ isPossible: true, note: '' }),
    () => ({ isPossible: false, note: ' (SKIPPED: namespaces need Linux, root, unshare and ip)' }),
  );
}

const tsx = new URL('dist/esm/index.mjs', pathToFileURL(fileURLToPath(import.meta.resolve('tsx/package.json'))));

/**
 * Runs a TypeScript file in its own network and mount namespace, after the shell commands of `setup`. Returns its
 * output as JSON.
 */
export async function runInNamespace(
  file: URL,
  input: unknown,
  setup: readonly string[],
  deadlineSeconds = 60,
): Promise<unknown> {
  const script = ['set -e', 'ip link set lo up', ...setup, 'exec "$@"'].join('\n');
  const program = [process.execPath, '--conditions=source', '--import', tsx.href, fileURLToPath(file)];
  const args = ['--mount', '--net', '--fork', '--kill-child', '--', 'sh', '-c', script, 'sh', ...program];
  return JSON.parse(await runProgram('unshare', [...args, JSON.stringify(input)], { deadlineSeconds }));
}
