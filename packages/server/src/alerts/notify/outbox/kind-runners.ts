import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Clock } from '../../../base/clock.ts';
import { createLooker } from '../sending/look-again.ts';
import type { ChannelRunner } from './channel-runner.ts';

/** A runner for each kind of channel that is used, and none for the others: those cost no statement. */
export interface KindRunners {
  /** Looks now for what is due. */
  poke(): void;
  /** Looks now for kinds that were not used before, or are not any more. */
  refresh(): void;
  /** Resolves when all that may be sent now was sent. */
  settled(): Promise<void>;
  /** Begins nothing new, and resolves when what was begun is done. */
  stop(): Promise<void>;
}

export interface KindRunnersOptions {
  clock: Pick<Clock, 'after'>;
  readUsedKinds(): Promise<ReadonlySet<DeliveryChannel>>;
  /** The runner of a kind; null for one that this program does not have. */
  createRunner(kind: DeliveryChannel): ChannelRunner | null;
  onError(error: unknown): void;
}

/** How often to look for kinds when nothing is heard of them: other processes add channels too. */
const idleMilliseconds = 60_000;

export function createKindRunners({ clock, readUsedKinds, createRunner, onError }: KindRunnersOptions): KindRunners {
  const runners = new Map<DeliveryChannel, ChannelRunner>();
  /** Of kinds that are not used any more, while they end. */
  const ending = new Set<Promise<void>>();
  let isStopped = false;

  const begin = (kind: DeliveryChannel): void => {
    const runner = createRunner(kind);
    if (runner === null) return;
    runners.set(kind, runner);
    runner.poke();
  };
  const end = (kind: DeliveryChannel, runner: ChannelRunner): void => {
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
    poke() {
      for (const runner of runners.values()) runner.poke();
    },
    refresh: looker.poke,
    async settled() {
      await looker.looking();
      await Promise.all(working());
    },
    async stop() {
      isStopped = true;
      looker.stop();
      await looker.looking();
      await Promise.all([...[...runners.values()].map((runner) => runner.stop()), ...ending]);
    },
  };
}
