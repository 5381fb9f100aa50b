import { widerNetwork } from '../client-network.ts';

/** A program that waits for somebody to let it in. */
export interface WaitingDevice {
  hash: string;
  /** Null: it began at another process, or before the start. */
  network: string | null;
}

/**
 * Who loses their place to a newcomer: the oldest of the network that has most places, where networks in which somebody is signed in
 * come last. Networks count by the wider one around them, of which somebody may have many. `waiting`: the oldest first.
 */
export function whoLosesPlace(waiting: readonly WaitingDevice[], signedIn: readonly string[]): string | null {
  const known = new Set(signedIn);
  const isKnown = ({ network }: WaitingDevice): boolean => network !== null && known.has(network);
  const strangers = waiting.filter((device) => !isKnown(device));
  const candidates = strangers.length > 0 ? strangers : waiting;
  const counts = new Map<string, number>();
  for (const device of candidates) counts.set(groupOf(device), (counts.get(groupOf(device)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return candidates.find((device) => counts.get(groupOf(device)) === most)?.hash ?? null;
}

const groupOf = ({ network }: WaitingDevice): string => (network === null ? 'elsewhere' : widerNetwork(network));
