import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from './run-program.ts';

const node = (code: string) => ['-e', code];

it('returns the output of a program, and reports its errors', async () => {
  expect(await runProgram(process.execPath, node('console.log(1)'), { deadlineSeconds: 20 })).toBe('1\n');
  const failing = runProgram(process.execPath, node('console.error("no"); process.exit(3)'), { deadlineSeconds: 20 });
  await expect(failing).rejects.toThrow('failed: no');
});

it('waits no longer than its deadline, even for a child that keeps writing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The child inherits the output and survives the kill, like a process that waits for the kernel.
  const child = `while [ -e ${folder} ]; do sleep 0.1; done`;
  const hanging = runProgram('sh', ['-c', `(${child}) & ${child}`], { deadlineSeconds: 0.2 });
  await expect(hanging).rejects.toThrow('did not end within 0.2 s');
});
