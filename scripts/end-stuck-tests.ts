import { execFileSync } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

/** After so long without the end of any test, in milliseconds, nothing more is to come: several times what the longest takes. */
const longest = 10 * 60_000;

/**
 * Ends a run in which a file never ends, and says which. The time limit of a test ends what waits, not what holds its
 * thread: a loop, or a call that does not come back. Without this such a run is silent until somebody kills it.
 */
export default class EndStuckTests implements Reporter {
  readonly #open = new Map<string, TestModule>();
  readonly #longest: number;
  #progressAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor({ longestMilliseconds = longest } = {}) {
    this.#longest = longestMilliseconds;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#open.set(keyOf(module), module);
    this.#progressAt = performance.now();
    this.#timer ??= setInterval(() => this.#look(), this.#longest / 10);
  }

  onTestCaseResult(): void {
    this.#progressAt = performance.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#open.delete(keyOf(module));
    this.#progressAt = performance.now();
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const silent = performance.now() - this.#progressAt;
    if (silent <= this.#longest) return;
    const processes = listProcesses();
    process.stderr.write(`No test has ended for ${Math.round(silent / 1000)} s. These files have not:\n`);
    for (const module of this.#open.values()) process.stderr.write(describe(module));
    process.stderr.write(`${processes.join('\n')}\n`);
    for (const pid of workersAmong(processes)) process.kill(pid, 'SIGKILL');
    process.exit(1);
  }
}

/** A file may be told of by another object when it ends than when it began, and be in two projects. */
const keyOf = ({ project, moduleId }: TestModule): string => `${project.name} ${moduleId}`;

function describe(module: TestModule): string {
  const [next] = module.children.allTests('pending');
  return `${module.relativeModuleId} (${module.project.name}): ${next?.fullName ?? 'loading, or waiting for its turn'}\n`;
}

/** One line for each process of this machine: its number, its parent's, and what it does and waits for. */
function listProcesses(): string[] {
  const kernelThreads = 2;
  const columns = ['-o', 'pid,ppid,stat,wchan:24,etimes,args', '--deselect', '--ppid', `${kernelThreads}`];
  return execFileSync('ps', columns, { encoding: 'utf8', timeout: 10_000 }).trim().split('\n');
}

/** They hear no message when they are stuck, and would stay behind. */
function workersAmong(processes: readonly string[]): number[] {
  const rows = processes.map((line) => line.trim().split(/\s+/));
  const own = rows.filter(([, parent, ...rest]) => Number(parent) === process.pid && rest.join(' ').includes('vitest'));
  return own.map(([pid]) => Number(pid));
}
