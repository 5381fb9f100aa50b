import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** Every measurement, with the arguments of a run that ends in minutes. Each can be run alone with others: see its file. */
const measurements: Record<string, readonly string[]> = {
  checks: [],
  history: [],
  'long-history': ['--checks', '2000000', '--monitors', '600', '--days', '90'],
  'public-status': [],
  startup: [],
  metrics: [],
  keystrokes: [],
  'sign-in': [],
  cli: [],
  backup: ['--checks', '1000000'],
  workers: [],
};

/** `npm run bench` runs all, `npm run bench -- checks cli` some of them. Figures are ratios within one run. */
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${Object.keys(measurements).join(', ')}`);
  process.exit(1);
}
for (const [name, args] of Object.entries(measurements)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n== ${name}`);
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--conditions=source', file, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
