import path from 'node:path';
import { expect, test } from 'vitest';
import { runToyTests } from './testing/toy-run.ts';

/** Something must end every 3 s. */
const reporters = [['default'], [path.join(import.meta.dirname, 'end-stuck-tests.ts'), { longestMilliseconds: 3000 }]];

test('a file that holds its thread is named, and its run ends', async () => {
  await expect(runToyTests(['', 'for (;;);'], { reporters })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No test has ended for \d s\. These files have not:\nfile-1\.test\.js \(toy\): /m),
  });
}, 60_000);

test('a run in which tests end is left alone, however long all of them take', async () => {
  // What the files of that run do is last: together longer than the limit, each less.
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 1200));';
  expect((await runToyTests([wait, wait, wait], { reporters })).stdout).toContain('3 passed');
}, 60_000);
