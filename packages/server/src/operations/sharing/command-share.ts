/** An enabled monitor with a command. */
export interface CommandMonitor {
  id: number;
  command: string;
  /** The worker with its lease; null if it is free, or its worker is dead. */
  owner: string | null;
}

/** A live worker with the names of its commands. */
interface CommandWorker {
  id: string;
  commands: readonly string[];
}

/**
 * The monitors with a command that a worker must take or give back. Workers that have the command share its monitors. If
 * none has it, all workers share them, and their checks are the fault `unsupported`. All workers decide alike, so no
 * monitor remains without one.
 */
export function commandChange(
  workerId: string,
  monitors: readonly CommandMonitor[],
  workers: readonly CommandWorker[],
): { take: number[]; give: number[] } {
  const sorted = workers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ownerOf = ({ id, command }: CommandMonitor): string | undefined => {
    const able = sorted.filter(({ commands }) => commands.includes(command));
    const chosen = able.length > 0 ? able : sorted;
    return chosen[id % chosen.length]?.id;
  };
  return {
    take: monitors.filter((each) => each.owner === null && ownerOf(each) === workerId).map(({ id }) => id),
    give: monitors.filter((each) => each.owner === workerId && ownerOf(each) !== workerId).map(({ id }) => id),
  };
}
