import { execFileSync } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

/** So long one test file may take on a slow machine, in milliseconds: several times what the longest takes. */
const longest = 10 * 60_000;

/**
 * Ends a run in which a file never ends, and says which. The time limit of a test ends what waits, not what holds its
 * thread: a loop, or a call that does not come back. Without this such a run is silent until somebody kills it.
 */
export default class EndStuckTests implements Reporter {
  readonly #since = new Map<TestModule, number>();
  readonly #longest: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ longestMilliseconds = longest } = {}) {
    this.#longest = longestMilliseconds;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#since.set(module, performance.now());
    this.#timer ??= setInterval(() => this.#look(), this.#longest / 10);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#since.delete(module);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    const stuck = [...this.#since].filter(([, since]) => now - since > this.#longest);
    if (stuck.length === 0) return;
    const processes = listProcesses();
    for (const [module, since] of stuck) process.stderr.write(describe(module, now - since));
    process.stderr.write(`${processes.join('\n')}\n`);
    for (const pid of workersAmong(processes)) process.kill(pid, 'SIGKILL');
    process.exit(1);
  }
}

function describe(module: TestModule, milliseconds: number): string {
  const [next] = module.children.allTests('pending');
  const seconds = Math.round(milliseconds / 1000);
  return `${module.relativeModuleId} (${module.project.name}) did not end in ${seconds} s: ${next?.fullName ?? 'loading'}\n`;
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
