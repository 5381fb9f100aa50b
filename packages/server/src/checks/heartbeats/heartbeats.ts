import type { Clock } from '../../base/clock.ts';
import { createHeartbeatRecorder, type HeartbeatRecorderOptions } from './heartbeat-recorder.ts';
import { createListening } from './listening.ts';
import { createPingQueue } from './ping-queue.ts';
import { createSweep } from './sweep.ts';

export interface HeartbeatsOptions extends Omit<HeartbeatRecorderOptions, 'listeningPast' | 'earlierGaps'> {
  clock: Clock;
  processId: string;
  isShared: boolean;
  acceptsPings: boolean;
  sweeps: boolean;
  onError(error: unknown): void;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

/** Receives pings and finds missing ones. */
export function createHeartbeats({ acceptsPings, ...options }: HeartbeatsOptions) {
  const { clock, db } = options;
  const listening = createListening({ ...options, accepts: acceptsPings });
  const recorder = createHeartbeatRecorder({
    ...options,
    listeningPast: listening.past,
    earlierGaps: listening.earlierGaps,
  });
  const queue = createPingQueue(clock, recorder.recordPings);
  const sweep = createSweep({ ...options, db, tick: listening.tick, recordMissed: recorder.recordMissed });
  return {
    receive: queue.add,
    async start(): Promise<void> {
      await listening.start();
      sweep.start();
    },
    async stop(): Promise<void> {
      await sweep.stop();
      await queue.settled();
      // On a full disk the gap begins up to 10 s earlier, which does not prevent the end of the process.
      await listening.stop().catch(options.onError);
    },
    /** Resolves when no work is under way, for a clock that a test advances. */
    settled: sweep.settled,
    async pause(): Promise<void> {
      await sweep.stop();
      await queue.settled();
      recorder.forget();
    },
    async resume(): Promise<void> {
      await listening.restart();
      sweep.start();
    },
  };
}
