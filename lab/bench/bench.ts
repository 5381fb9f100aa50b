import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareFigures, tableOf } from './support/targets/compare-figures.ts';
import { figuresFileKey, readFigures } from './support/targets/report-figure.ts';
import { targets } from './support/targets/targets.ts';

/** The arguments of a run that ends within minutes. Each measurement can also run alone: see its file. */
const measurements: Record<string, readonly string[]> = {
  memory: ['--settle', '40', '--seconds', '30'],
  checks: ['100', '1000'],
  kinds: [],
  commands: [],
  assertions: [],
  outage: [],
  routing: [],
  maintenance: [],
  history: [],
  'long-history': ['--checks', '2000000', '--monitors', '600', '--days', '90'],
  'public-status': [],
  'public-refresh': [],
  startup: [],
  icmp: [],
  upgrade: ['--checks', '2000000'],
  growth: [],
  metrics: [],
  keystrokes: [],
  'sign-in': [],
  access: [],
  cli: [],
  backup: ['--checks', '1000000'],
  pings: [],
  many: [],
  workers: ['--seconds', '15'],
};

/**
 * `npm run bench` runs all measurements, `npm run bench -- checks cli` some. It ends with a table of their targets and
 * figures; the exit code is 0 if all targets are met.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${Object.keys(measurements).join(', ')}`);
  process.exit(1);
}
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-figures-'));
const figuresFile = path.join(folder, 'figures.jsonl');
writeFileSync(figuresFile, '');
for (const [name, args] of Object.entries(measurements)) {
  if (!isWanted(name)) continue;
  console.log(`\n== ${name}`);
  const began = performance.now();
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--conditions=source', file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, [figuresFileKey]: figuresFile },
  });
  if (status !== 0) process.exitCode = 1;
  console.log(`${name} took ${Math.round((performance.now() - began) / 1000)} s`);
}

const wanted = Object.fromEntries(Object.entries(targets).filter(([, { by }]) => isWanted(by)));
const comparisons = compareFigures(wanted, readFigures(figuresFile));
rmSync(folder, { recursive: true });
console.log(`\n== targets\n${tableOf(comparisons).join('\n')}`);
if (comparisons.some(({ verdict }) => verdict !== 'met')) process.exitCode = 1;
