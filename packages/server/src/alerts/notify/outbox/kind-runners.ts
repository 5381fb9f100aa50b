import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Clock } from '../../../base/clock.ts';
import { createLooker } from '../sending/look-again.ts';
import type { QueueRunner } from './queue-runner.ts';

export type KindRunners = ReturnType<typeof createKindRunners>;

export interface KindRunnersOptions {
  clock: Pick<Clock, 'after'>;
  readUsedKinds(): Promise<ReadonlySet<DeliveryChannel>>;
  /** The runner of a kind; null for one that this program does not have. */
  createRunner(kind: DeliveryChannel): QueueRunner | null;
  onError(error: unknown): void;
}

/** How often to look for kinds when nothing is heard of them: other processes add channels too. */
const idleMilliseconds = 60_000;

/** A runner for each kind of channel that is used, and none for the others: those cost no statement. */
export function createKindRunners({ clock, readUsedKinds, createRunner, onError }: KindRunnersOptions) {
  const runners = new Map<DeliveryChannel, QueueRunner>();
  /** Of kinds that are not used any more, while they end. */
  const ending = new Set<Promise<void>>();
  let isStopped = false;

  const begin = (kind: DeliveryChannel): void => {
    const runner = createRunner(kind);
    if (runner === null) return;
    runners.set(kind, runner);
    runner.poke();
  };
  const end = (kind: DeliveryChannel, runner: QueueRunner): void => {
    runners.delete(kind);
    const ended = runner.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const looker = createLooker(
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

  /** All that goes on, which may begin more. */
  const working = (): Promise<void>[] => [
    ...[...runners.values()].map((runner) => runner.settled()),
    ...ending,
    looker.looking() ?? Promise.resolve(),
  ];
  return {
    /** Looks now for what is due. */
    poke(): void {
      for (const runner of runners.values()) runner.poke();
    },
    /** Looks now for kinds that were not used before, or are not any more. */
    refresh: looker.poke,
    /** Resolves when all that may be sent now was sent. */
    async settled(): Promise<void> {
      await looker.looking();
      await Promise.all(working());
    },
    /** Begins nothing new, and resolves when what was begun is done. */
    async stop(): Promise<void> {
      isStopped = true;
      looker.stop();
      await looker.looking();
      await Promise.all([...[...runners.values()].map((runner) => runner.stop()), ...ending]);
    },
  };
}
