import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judge, tableOf } from './support/targets/judge.ts';
import { figuresFileKey, readFigures } from './support/targets/report-figure.ts';
import { targets } from './support/targets/targets.ts';

/** Every measurement, with the arguments of a run that ends in minutes. Each can be run alone with others: see its file. */
const measurements: Record<string, readonly string[]> = {
  memory: ['--settle', '40', '--seconds', '30'],
  checks: ['100', '1000'],
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
  workers: ['--seconds', '15'],
};

/**
 * `npm run bench` runs all, `npm run bench -- checks cli` some of them. At the end stands each target of what was run
 * with its figure; the exit code says whether all are met.
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
const judgements = judge(wanted, readFigures(figuresFile));
rmSync(folder, { recursive: true });
console.log(`\n== targets\n${tableOf(judgements).join('\n')}`);
if (judgements.some(({ verdict }) => verdict !== 'met')) process.exitCode = 1;
