import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWhenChanged } from './build-when-changed.mjs';

const root = path.join(import.meta.dirname, '../..');

/** None of them needs what another makes. */
const steps = [
  { command: 'tsc', args: ['-b'] },
  { command: 'vite', args: ['build', 'packages/web', '--logLevel', 'warn'] },
  { command: 'tsx', args: ['scripts/bundle-cli.ts'] },
  { command: 'tsx', args: ['scripts/bundle-server.ts'] },
];

/** @param {{ command: string, args: string[] }} step */
function run({ command, args }) {
  const child = spawn(path.join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}

async function build() {
  process.stderr.write('Building what changed; the first time takes half a minute\n');
  const outcomes = await Promise.allSettled(steps.map(run));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Builds all that is run, when something changed since it was built. Says on standard error what failed, and ends with 1
 * then.
 *
 * @returns {Promise<boolean>} whether what is run is there
 */
export async function buildProduct() {
  try {
    await buildWhenChanged({ root, build });
    return true;
  } catch (error) {
    process.stderr.write(`Not built: ${Object(error).message}\n`);
    process.exitCode = 1;
    return false;
  }
}
