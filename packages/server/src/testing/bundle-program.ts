import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Below the project, so that the bundle finds the few packages that it leaves outside. */
const cache = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

interface BundledProgram {
  file: string;
  remove(): void;
}

/** One file of a program and all that it imports: where a test starts it again and again, most of the time is its loading. */
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
