import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../build/bundle-options.ts';
import { layOutClient } from './client-package.ts';
import { layOutProduct } from './product-package.ts';

/**
 * Makes `upvigil-X.Y.Z.tgz` and `upvigil-client-X.Y.Z.tgz` of what `npm run build` made, in the folder of the first argument
 * or else in `dist`. Publishes nothing.
 * npm run pack
 */
async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // The client consists of the compiler's output for the contract, with types.
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-b', 'packages/core'], { cwd: root, stdio: 'inherit' });
  await pack(folder, layOutProduct);
  await pack(folder, layOutClient);
}

async function pack(target: string, layOut: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-pack-'));
  try {
    await layOut(folder);
    const args = ['pack', folder, '--pack-destination', target, '--ignore-scripts', '--offline', '--loglevel', 'error'];
    process.stdout.write(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(path.resolve(process.argv[2] ?? path.join(root, 'dist')));
