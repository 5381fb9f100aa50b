import { limits } from '@upvigil/core/limits';
import { widerNetwork } from './client-network.ts';

/** Who wants to sign in; decides whose turn comes first. */
export interface Sender {
  /** The network that the request came from: each is served, however many requests the others send. */
  network: string;
  /** Whether the sender is signed in, or somebody signed in from its network before: it goes before all others. */
  isKnown: boolean;
  /** How many wrong sign-ins came from its network within a minute: a flood goes behind who comes for the first time. */
  wrong?: number;
}

/**
 * Comparing with a hash is slow on purpose. One comparison runs at a time, so that a flood of sign-ins takes at most one
 * core and 19 MiB, and only a few wait, so that none waits long.
 */
export interface SignInQueue {
  /** Does the work when it is next in the queue. Resolves with 'full' when there was no place for it, or another sender took its place. */
  run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'full'>;
}

interface Waiting extends Sender {
  /** Lower ranks go first. */
  rank: number;
  start(): Promise<void>;
  refuse(): void;
}

/** Known senders first, then by rank. */
/** More networks than are refused within a minute. Bounds the memory that a flood can take. */
const keptRefused = 10_000;
/** So many senders of a wider network count as one more of each network in it. */
const sharedRank = 4;

const isBefore = (one: Sender & { rank: number }, other: Sender & { rank: number }): boolean =>
  one.isKnown === other.isKnown ? one.rank < other.rank : one.isKnown;

export function createSignInQueue(mostWaiting: number = limits.waitingSignIns): SignInQueue {
  /** In the order of their turns. */
  const waiting: Waiting[] = [];
  let running: Waiting | null = null;
  /** Networks of senders that found no place: when they come again, they go first. */
  const refused = new Set<string>();

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
    else if (waiting.length > mostWaiting) turnAway(waiting.pop());
  };
  const turnAway = (sender: Waiting | undefined): void => {
    if (sender === undefined) return;
    refused.add(sender.network);
    const [oldest] = refused;
    if (refused.size > keptRefused && oldest !== undefined) refused.delete(oldest);
    sender.refuse();
  };
  /** The first of each network, then the second of each, and so on. */
  const rankOf = ({ network, wrong = 0 }: Sender): number => {
    const present = running === null ? waiting : [running, ...waiting];
    const same = present.filter((other) => other.network === network).length;
    const wide = widerNetwork(network);
    const near = present.filter((other) => widerNetwork(other.network) === wide).length;
    const rank = Math.max(same, wrong, Math.floor(near / sharedRank));
    return refused.delete(network) ? rank - 1 : rank;
  };

  return {
    run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'full'> {
      const rank = rankOf(sender);
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
