import { expect, test } from 'vitest';
import { runToyTests } from './testing/toy-run.ts';

const secondAttempts = [['default'], [new URL('second-attempts.ts', import.meta.url).pathname]];

test('a test that passed only when tried again is named, and its run passes', async () => {
  const { stderr } = await runToyTests(
    ['', 'if (globalThis.tried !== (globalThis.tried = true)) throw new Error("first")'],
    {
      retry: 1,
      reporters: secondAttempts,
    },
  );
  expect(stderr).toBe('Passed only at the second attempt, to be mended:\n  file-1.test.js (toy): lasts\n');
}, 60_000);

test('a run in which all passed at once says nothing', async () => {
  expect((await runToyTests([''], { retry: 1, reporters: secondAttempts })).stderr).toBe('');
}, 60_000);
