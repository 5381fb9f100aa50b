import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
/** Below the project, so that vitest is found from there. */
const cache = path.join(root, 'node_modules/.cache');

/** A run of vitest of its own, project 'toy', over files with one test, 'lasts', each, one after the other. */
export async function runToyTests(
  bodies: readonly string[],
  options: object,
): Promise<{ stdout: string; stderr: string }> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'toy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [at, body] of bodies.entries()) {
    const text = `import { test } from 'vitest'; test('lasts', async () => { ${body} });`;
    writeFileSync(path.join(folder, `file-${at}.test.js`), text);
  }
  const config = { test: { name: 'toy', pool: 'forks', fileParallelism: false, ...options } };
  writeFileSync(path.join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  return promisify(execFile)(process.execPath, [program, 'run'], { cwd: folder, timeout: 60_000 });
}
