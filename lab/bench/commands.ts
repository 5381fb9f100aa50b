/**
 * CPU of a run of `/bin/true` as the command of a check: in this process, in the starter and in the command itself. And
 * the memory of the starter.
 *
 *   npm run bench -- commands
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createCommandRunner } from '@upvigil/server/checks/commands/command-runner';
import { reportFigure } from './support/targets/report-figure.ts';

const warmUpRuns = 100;
const runs = 1_000;
const request = { command: ['/bin/true'], env: {}, ids: null, memory_mb: 512, timeout_ms: 10_000 };

const runner = createCommandRunner();
await runMany(warmUpRuns);
const pid = runner.starterPid() ?? 0;
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const own = process.cpuUsage();
const before = starterMilliseconds();
await runMany(runs);
const { user, system } = process.cpuUsage(own);
const inStarter = (starterMilliseconds() - before) / runs;
const here = (user + system) / 1000 / runs;
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
console.log(`CPU of a run: ${(here + inStarter).toFixed(2)} ms (${here.toFixed(2)} in the process that starts it)`);
console.log(`memory of the starter: ${peak.toFixed(1)} MiB`);
reportFigure('command-run', here + inStarter);
reportFigure('command-memory', peak);
process.exit();

/** Runs many programs, as many at a time as the runner allows. */
async function runMany(count: number): Promise<void> {
  const ends = await Promise.all(
    Array.from({ length: count }, () => runner.run(request, new AbortController().signal)),
  );
  for (const end of ends) if (!('code' in end) || end.code !== 0) throw new Error(JSON.stringify(end));
}

/** CPU of the starter and of its ended children (proc(5), fields 14 to 17). */
function starterMilliseconds(): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return (ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond) * 1000;
}
