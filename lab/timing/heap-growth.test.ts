import { expect, it } from 'vitest';
import { heapGrowthFlag } from '../../packages/server/src/compose/heap-growth.ts';
import { runProgram } from '../../packages/server/src/testing/run-program.ts';

it('is a setting that V8 knows', async () => {
  const program = [heapGrowthFlag, '-e', 'console.log("started")'];
  expect(await runProgram(process.execPath, program, { deadlineSeconds: 15 })).toBe('started\n');
});
