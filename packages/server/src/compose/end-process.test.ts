import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const file = path.join(import.meta.dirname, 'end-process.ts');

/** Runs code with access to the calls in a separate process. */
const runLines = (lines: string) =>
  run(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    `import { loadProcessEnd } from '${file}';
    const { endAfter, endNow } = await loadProcessEnd(); ${lines}`,
  ]);

test('the kernel ends a process whose event loop is blocked', async () => {
  await expect(runLines('endAfter(500); for (;;);')).rejects.toMatchObject({ signal: 'SIGALRM' });
});

test('a process ends at once, with its exit code, while a thread of it never ends', async () => {
  const thread = "new (await import('node:worker_threads')).Worker('for (;;);', { eval: true })";
  await expect(runLines(`${thread}; endNow(0);`)).resolves.toMatchObject({ stderr: '' });
  await expect(runLines('endNow(3);')).rejects.toMatchObject({ code: 3 });
});
