import { limits } from '@upvigil/core/limits';

/** Who wants to sign in; decides whose turn comes first. */
export interface Sender {
  /** The network that the request came from: each gets its turn, however many requests the others send. */
  network: string;
  /** Whether the sender is signed in, or somebody signed in from its network before: it goes before all others. */
  isKnown: boolean;
}

/**
 * Comparing with a hash is slow on purpose. One comparison runs at a time, so that a flood of sign-ins takes at most one
 * core and 19 MiB, and only a few wait, so that none waits long.
 */
export interface SignInQueue {
  /** Does the work in its turn. Resolves with 'full' when there was no place for it, or another sender took its place. */
  run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'full'>;
}

interface Waiting extends Sender {
  /** How many senders of its network were there before it. */
  rank: number;
  start(): Promise<void>;
  refuse(): void;
}

/** Known senders first, then the first of each network, then the second of each, and so on. */
const isBefore = (one: Sender & { rank: number }, other: Sender & { rank: number }): boolean =>
  one.isKnown === other.isKnown ? one.rank < other.rank : one.isKnown;

export function createSignInQueue(mostWaiting: number = limits.waitingSignIns): SignInQueue {
  /** In the order of their turns. */
  const waiting: Waiting[] = [];
  let running: Waiting | null = null;

  const startNext = async (): Promise<void> => {
    running = waiting.shift() ?? null;
    if (running === null) return;
    await running.start();
    void startNext();
  };
  const join = (newcomer: Waiting): void => {
    const place = waiting.findIndex((other) => isBefore(newcomer, other));
    waiting.splice(place < 0 ? waiting.length : place, 0, newcomer);
    if (running === null) void startNext();
    else if (waiting.length > mostWaiting) waiting.pop()?.refuse();
  };

  return {
    run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'full'> {
      const present = running === null ? waiting : [running, ...waiting];
      const rank = present.filter(({ network }) => network === sender.network).length;
      return new Promise((resolve, reject) => {
        join({
          ...sender,
          rank,
          async start() {
            try {
              resolve(await work());
            } catch (error) {
              reject(error);
            }
          },
          refuse: () => resolve('full'),
        });
      });
    },
  };
}
