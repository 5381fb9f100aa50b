import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import { createPoller } from '../sending/poller.ts';
import type { QueueRunner } from './queue-runner.ts';

export type KindRunners = ReturnType<typeof createKindRunners>;

interface KindRunnersOptions {
  clock: Pick<Clock, 'after'>;
  readUsedKinds(): Promise<ReadonlySet<DeliveryChannel>>;
  /** The runner of a kind; null for a kind unknown to this version. */
  createRunner(kind: DeliveryChannel): QueueRunner | null;
  onError(error: unknown): void;
}

/** How often to read the used kinds without a change event: other processes add channels too. */
const idleMilliseconds = minuteMs;

/** A runner for each kind of channel in use. Unused kinds have none, so they cost no statement. */
export function createKindRunners({ clock, readUsedKinds, createRunner, onError }: KindRunnersOptions) {
  const runners = new Map<DeliveryChannel, QueueRunner>();
  /** Runners of kinds that are no longer used, while they stop. */
  const ending = new Set<Promise<void>>();
  let isStopped = false;

  const begin = (kind: DeliveryChannel): void => {
    const runner = createRunner(kind);
    if (runner === null) return;
    runners.set(kind, runner);
    runner.wake();
  };
  const end = (kind: DeliveryChannel, runner: QueueRunner): void => {
    runners.delete(kind);
    const ended = runner.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const poller = createPoller(
    clock,
    async () => {
      const used = await readUsedKinds();
      if (isStopped) return idleMilliseconds;
      for (const [kind, runner] of [...runners]) if (!used.has(kind)) end(kind, runner);
      for (const kind of used) if (!runners.has(kind)) begin(kind);
      return idleMilliseconds;
    },
    onError,
  );

  /** All current work, which may start more. */
  const working = (): Promise<void>[] => [
    ...[...runners.values()].map((runner) => runner.settled()),
    ...ending,
    poller.running() ?? Promise.resolve(),
  ];
  return {
    /** Polls for due rows now. */
    wake(): void {
      for (const runner of runners.values()) runner.wake();
    },
    /** Reads the used kinds now. */
    refresh: poller.wake,
    /** Resolves when everything that may be sent now was sent. */
    async settled(): Promise<void> {
      await poller.running();
      await Promise.all(working());
    },
    /** Starts no more work. Resolves when the current work is done. */
    async stop(): Promise<void> {
      isStopped = true;
      poller.stop();
      await poller.running();
      await Promise.all([...[...runners.values()].map((runner) => runner.stop()), ...ending]);
    },
  };
}
