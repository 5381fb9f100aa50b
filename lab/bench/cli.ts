import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startFakeServer } from '../../packages/cli/src/testing/fake-server.ts';
import { manyWebsites } from '../../packages/cli/src/testing/installations.ts';
import { reportFigure } from './support/targets/report-figure.ts';

/**
 * Duration of a whole process of the command line compared with a bare `node -e 0` in the same run: medians in
 * milliseconds and their ratio. `--rounds N` (default 41). The kinds alternate, so that a busy moment slows all of
 * them.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '41' } } });
const rounds = Number(values.rounds);
const bin = path.resolve(import.meta.dirname, '../../packages/cli/dist/bin.js');

const server = await startFakeServer(manyWebsites(10));
const kinds = [
  { name: 'node -e 0', argv: ['-e', '0'], target: null },
  { name: 'upvigil --version', argv: [bin, '--version'], target: 'cli-version' },
  { name: 'upvigil status --json', argv: [bin, 'status', '--json'], target: 'cli-status' },
  { name: 'upvigil --help', argv: [bin, '--help'], target: null },
] as const;

const times = kinds.map((): number[] => []);
for (let round = 0; round <= rounds; round += 1) {
  for (const [index, { argv }] of kinds.entries()) {
    const milliseconds = await runOnce(argv);
    // The first round fills the disk cache.
    if (round > 0) times[index]?.push(milliseconds);
  }
}
await server.close();

const medians = times.map(median);
const bare = medians[0] ?? Number.NaN;
for (const [index, { name, target }] of kinds.entries()) {
  const measured = medians[index] ?? Number.NaN;
  console.log(`${name.padEnd(24)} ${measured.toFixed(0).padStart(5)} ms  ${(measured / bare).toFixed(2)}x`);
  if (target) reportFigure(target, measured, { reference: { name: 'bare node -e 0', measured: bare } });
}

function runOnce(argv: readonly string[]): Promise<number> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', UPVIGIL_SERVER: server.url };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${argv.join(' ')} ended with ${code}`));
    });
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
