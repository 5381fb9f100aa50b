import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** Below the project, so that vitest is found from there. */
const cache = path.join(root, 'node_modules/.cache');

/** A run of its own over one test that lasts; no file of it may take longer than 2 s. */
async function runTest(body: string) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'stuck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    path.join(folder, 'lasts.test.js'),
    `import { test } from 'vitest'; test('lasts', async () => { ${body} });`,
  );
  const reporters = [
    ['default'],
    [path.join(import.meta.dirname, 'end-stuck-tests.ts'), { longestMilliseconds: 2000 }],
  ];
  const config = { test: { name: 'toy', pool: 'forks', reporters } };
  writeFileSync(path.join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const started = promisify(execFile)(process.execPath, [program, 'run'], { cwd: folder, timeout: 60_000 });
  return { folder, ended: started };
}

test('a file that holds its thread is named, and its run ends', async () => {
  const { ended } = await runTest('for (;;);');
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/lasts\.test\.js \(toy\) did not end in \d s: /),
  });
});

test('a file that ends is left alone, however long the others take', async () => {
  const { ended } = await runTest('');
  expect((await ended).stdout).toContain('1 passed');
});
