import { limits } from '@upvigil/core/limits';
import { widerNetwork } from './client-network.ts';

/** The sender of a sign-in. Decides its position in the queue. */
export interface Sender {
  /** The network of the request. Networks are served in turn, so that one flood does not block the others. */
  network: string;
  /** Whether the sender is signed in, or somebody signed in from its network before. Known senders go first. */
  isKnown: boolean;
  /** Wrong sign-ins from its network within the last minute. A flood queues behind first-time senders. */
  wrong?: number;
}

/**
 * Runs one hash comparison at a time, because hashing is slow on purpose: a flood of sign-ins takes one core and 19
 * MiB. The queue is short, so that nobody waits long.
 */
export interface SignInQueue {
  /**
   * Runs `work` when it is next. Resolves with 'full' when the queue is full or a sender of higher rank took the
   * position.
   */
  run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'full'>;
}

interface Waiting extends Sender {
  /** Lower ranks go first. */
  rank: number;
  start(): Promise<void>;
  refuse(): void;
}

/** More networks than are refused within a minute in practice. Bounds the memory that a flood can take. */
const keptRefused = 10_000;
/** This many senders of one wider network raise the rank of each of its networks by one. */
const sharedRank = 4;

const isBefore = (one: Sender & { rank: number }, other: Sender & { rank: number }): boolean =>
  one.isKnown === other.isKnown ? one.rank < other.rank : one.isKnown;

export function createSignInQueue(mostWaiting: number = limits.waitingSignIns): SignInQueue {
  const waiting: Waiting[] = [];
  let running: Waiting | null = null;
  /** Networks refused because the queue was full: their next attempt goes first. */
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
  /** Round robin: the first sender of each network, then the second of each, and so on. */
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
