import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWhenChanged } from './build-when-changed.mjs';

const root = path.join(import.meta.dirname, '../..');

const pages = ['vite', 'build', 'packages/web', '--logLevel', 'warn'];
/**
 * In sequence, so that a server with 1 GB of memory can build. The public pages and the API reference are
 * written into the folder of the other pages. `npm run check` checks the types.
 */
const commands = [
  ['tsx', '--conditions=source', 'scripts/make-languages.ts'],
  ['tsx', 'scripts/bundle-server.ts'],
  ['tsx', 'scripts/bundle-cli.ts'],
  pages,
  [...pages, '--mode', 'public'],
  [...pages, '--mode', 'api-docs'],
];

/** @param {string[]} command */
function run([program = '', ...args]) {
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${program} ended with ${code}`)),
    );
  });
}

async function build() {
  process.stderr.write('Building what changed; the first time takes half a minute\n');
  for (const command of commands) await run(command);
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
