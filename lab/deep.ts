import { spawnSync } from 'node:child_process';
import { parts } from './parts.ts';

/** `npm run test:deep -- [PART …]`: runs the parts of the deep run one after the other, and prints what each took. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}". Parts: ${parts.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const chosen = wanted.length > 0 ? parts.filter(({ name }) => wanted.includes(name)) : parts;
const rows = chosen.map(({ name, proves }) => {
  const start = performance.now();
  const command = ['vitest', 'run', '--config', 'lab/vitest.config.ts', '--project', name];
  const { status } = spawnSync('npx', command, { stdio: 'inherit' });
  const seconds = Math.round((performance.now() - start) / 1000);
  return { name, result: status === 0 ? 'passed' : 'FAILED', seconds, proves };
});

for (const { name, result, seconds, proves } of rows) {
  console.log(`${name.padEnd(13)} ${result} ${String(seconds).padStart(5)} s  ${proves}`);
}
process.exitCode = rows.every(({ result }) => result === 'passed') ? 0 : 1;
