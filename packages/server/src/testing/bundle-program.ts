import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Inside the project, so that the bundle finds the few packages that it does not include. */
const cache = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

interface BundledProgram {
  file: string;
  remove(): void;
}

/** Bundles a program into one file. For tests that start it repeatedly: loading takes most of their time. */
export async function bundleProgram(source: URL): Promise<BundledProgram> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'test-program-'));
  const file = path.join(folder, 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    external: ['@node-rs/argon2', '@photostructure/sqlite', 'pg', 'nodemailer'],
    logLevel: 'error',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
