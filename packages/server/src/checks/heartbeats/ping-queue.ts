import type { Clock } from '../../base/clock.ts';
import type { PingResult, ReceivedPing } from './heartbeat-recorder.ts';

/**
 * Time for which pings are collected, and how much longer it is for each ping of the batch before: a transaction for
 * each ping would cost several times as much, but a single ping should not wait.
 */
const collectMs = { least: 10, perPing: 10, most: 100 };
const mostInBatch = 256;

interface WaitingPing {
  ping: ReceivedPing;
  resolve(result: PingResult): void;
  reject(error: unknown): void;
}

/** Collects pings and records them in few transactions, in the order of their arrival. */
export function createPingQueue(
  clock: Pick<Clock, 'after'>,
  recordPings: (pings: readonly ReceivedPing[]) => Promise<PingResult[]>,
) {
  const waiting: WaitingPing[] = [];
  let working: Promise<void> | null = null;
  let lastSize = 0;

  const record = async (batch: readonly WaitingPing[]): Promise<void> => {
    try {
      const results = await recordPings(batch.map(({ ping }) => ping));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? 'unknown');
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.reject(error);
      // One bad heartbeat must not fail the others.
      else for (const one of batch) await record([one]);
    }
  };
  const work = async (): Promise<void> => {
    const collected = Math.min(collectMs.most, collectMs.least + collectMs.perPing * lastSize);
    await new Promise<void>((resolve) => void clock.after(collected, resolve));
    lastSize = waiting.length;
    while (waiting.length > 0) await record(waiting.splice(0, mostInBatch));
    working = null;
  };
  return {
    /** Resolves after the commit. Rejects if the database fails. */
    add(ping: ReceivedPing): Promise<PingResult> {
      return new Promise((resolve, reject) => {
        waiting.push({ ping, resolve, reject });
        working ??= work();
      });
    },
    async settled(): Promise<void> {
      while (working !== null) await working;
    },
  };
}
