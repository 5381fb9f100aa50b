import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from './run-program.ts';

/** Ends a test's title: why this machine cannot run it, or nothing. */
export interface Namespaces {
  isPossible: boolean;
  /** ' (SKIPPED: network namespaces need root)', or nothing. */
  note: string;
}

/** Whether tests may make networks of their own here: Linux, as root, with `unshare` and `ip`. */
export function findNamespaces(): Promise<Namespaces> {
  const attempt = ['--mount', '--net', '--', 'ip', 'link', 'set', 'lo', 'up'];
  return runProgram('unshare', attempt, { deadlineSeconds: 20 }).then(
    () => ({ isPossible: true, note: '' }),
    () => ({ isPossible: false, note: ' (SKIPPED: namespaces need Linux, root, unshare and ip)' }),
  );
}

const tsx = new URL('dist/esm/index.mjs', pathToFileURL(fileURLToPath(import.meta.resolve('tsx/package.json'))));

/**
 * Runs a TypeScript file in a network and a file system view of its own, after `setup`, shell commands that nothing
 * outside contents. Returns what it wrote, as JSON.
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
