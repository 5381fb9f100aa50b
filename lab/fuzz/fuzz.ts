import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string' },
    coverage: { type: 'boolean', default: false },
  },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
if (!(Number(values.minutes) > 0) || !Number.isInteger(Number(seed))) {
  console.error('--minutes must be a number, --seed a whole one');
  process.exit(2);
}

/** The coverage report lists every file of these folders that a parser loaded. */
const covered = ['packages/core/src/**', 'packages/server/src/**', 'packages/cli/src/**'];
const coverage = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.reporter=text',
  '--coverage.reportOnFailure',
];
const coverageOptions = [...coverage, ...covered.map((folder) => `--coverage.include=${folder}`)];

console.log(`${values.minutes} minutes over all parsers, seed ${seed}`);
const { status } = spawnSync(
  process.execPath,
  [
    path.resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'),
    'run',
    '--config=lab/vitest.config.ts',
    '--project=fuzz',
    '--reporter=verbose',
    ...(values.only ? ['-t', values.only] : []),
    ...(values.coverage ? coverageOptions : []),
  ],
  { stdio: 'inherit', env: { ...process.env, FUZZ_MINUTES: values.minutes, FUZZ_SEED: seed } },
);
process.exitCode = status ?? 1;
