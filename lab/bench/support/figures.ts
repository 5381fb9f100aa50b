import { readdirSync, readFileSync } from 'node:fs';

/** The quantile `part` (0 to 1) of the values; NaN without values. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** The kernel's unit of CPU time in /proc. */
const ticksPerSecond = 100;

/** Fields of a process's line in /proc, from its state on: proc(5) counts them from 3. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.trim().split(' ') ?? [];

/** CPU seconds used by all threads of a process. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** CPU seconds of a process and all its children, including ended ones. Linux only. */
export function cpuSecondsOfFamily(parent: number): number {
  const fields = statOf(parent);
  const ended = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isChildOf(pid, parent))
    .reduce((sum, pid) => sum + cpuSeconds(pid), cpuSeconds(parent) + ended);
}

function isChildOf(pid: number, parent: number): boolean {
  try {
    return Number(statOf(pid)[1]) === parent;
  } catch {
    // The process has ended meanwhile.
    return false;
  }
}
