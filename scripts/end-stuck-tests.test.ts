import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** Below the project, so that vitest is found from there. */
const cache = path.join(root, 'node_modules/.cache');

/** A run of its own over files with one test each, one after the other; something must end every 3 s. */
async function runFiles(...bodies: string[]) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'stuck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [at, body] of bodies.entries()) {
    const text = `import { test } from 'vitest'; test('lasts', async () => { ${body} });`;
    writeFileSync(path.join(folder, `file-${at}.test.js`), text);
  }
  const reporters = [
    ['default'],
    [path.join(import.meta.dirname, 'end-stuck-tests.ts'), { longestMilliseconds: 3000 }],
  ];
  const config = { test: { name: 'toy', pool: 'forks', fileParallelism: false, reporters } };
  writeFileSync(path.join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  return promisify(execFile)(process.execPath, [program, 'run'], { cwd: folder, timeout: 60_000 });
}

test('a file that holds its thread is named, and its run ends', async () => {
  await expect(runFiles('', 'for (;;);')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No test has ended for \d s\. These files have not:\nfile-1\.test\.js \(toy\): /m),
  });
}, 60_000);

test('a run in which tests end is left alone, however long all of them take', async () => {
  // What the files of that run do is last: together longer than the limit, each less.
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 1200));';
  expect((await runFiles(wait, wait, wait)).stdout).toContain('3 passed');
}, 60_000);
