import { minuteMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/database.ts';
import type { Channel } from '../channel.ts';
import { createPoller, troubleMilliseconds } from '../sending/poller.ts';
import { pauseKey, readPauses } from '../sending/provider-pauses.ts';
import { paceMilliseconds } from './pace.ts';
import { type Batch, type OutboxContext, type OutboxRow, providerDestinationOf, type Queue } from './queue.ts';
import { type RecentMessages, readRecentMessages } from './recent-messages.ts';
import type { Sender } from './sender.ts';

/** How often to poll without an event: other processes write to the outbox, and clocks are set. */
const idleMilliseconds = minuteMs;
/** How soon to poll again while other processes are sending. */
const othersMilliseconds = 1_000;
/** Minimum time between messages to a program: 10 per second. */
const programMilliseconds = 100;
/** When several processes compete for the last message of a limit, each waits for a random time up to this. */
const mostStepBackMilliseconds = 500;

export type QueueRunner = ReturnType<typeof createQueueRunner>;

export function createQueueRunner<Waiting extends OutboxRow, Claimed extends Waiting>(
  { db, clock, log }: OutboxContext,
  queue: Queue<Waiting, Claimed>,
  send: Sender,
) {
  let isStopped = false;

  /** Starts all batches that may be sent. Returns the milliseconds until the next run. */
  const poll = async (): Promise<number> => {
    const now = clock.now();
    const idle = (await queue.findDue(now)).filter(({ key }) => !traffic.isBusy(key));
    let pause = idleMilliseconds;
    const waitOf = idle.length === 0 ? () => 0 : await readWaits(db, queue, idle, now);
    for (const batch of idle) {
      const wait = waitOf(batch);
      if (wait > 0) pause = Math.min(pause, wait);
      else if (!isStopped && traffic.hasRoom(batch)) begin(batch);
    }
    const next = await queue.readNextDue(now);
    return next === null ? pause : Math.min(pause, Math.max(0, next - clock.now()));
  };

  const begin = (batch: Batch<Waiting>): void => {
    const nextAt = clock.monotonic() + (batch.destination.isForProgram ? programMilliseconds : 0);
    const work = send(queue, batch).then(
      (couldSend) => (couldSend ? nextAt : clock.monotonic() + Math.random() * mostStepBackMilliseconds),
      (error: unknown) => {
        log.error({ err: error, ...queue.logFields }, 'the result of a message could not be stored');
        // An immediate retry would loop as fast as the database refuses.
        return clock.monotonic() + troubleMilliseconds;
      },
    );
    traffic.begin(batch, work);
  };
  const poller = createPoller(clock, poll, (error) =>
    log.error({ err: error, ...queue.logFields }, 'the outbox could not be read'),
  );
  const traffic = createTraffic(clock, poller.wake);

  const settled = async (): Promise<void> => {
    while (poller.running() !== null || traffic.isSending()) {
      await Promise.all([poller.running(), traffic.settled()]);
    }
  };

  return {
    /** Polls for due rows now. */
    wake: poller.wake,
    /** Resolves when everything that may be sent now was sent. */
    settled,
    /** Starts no more messages. Resolves when the current ones are done. */
    async stop(): Promise<void> {
      isStopped = true;
      poller.stop();
      await settled();
      traffic.stop();
    },
  };
}

type Sent = Pick<Batch<unknown>, 'key' | 'lane' | 'channel'>;

/** Sends one message at a time per key, and up to the channel's `concurrency` per lane. Lanes do not limit each other. */
function createTraffic(clock: Clock, onFree: () => void) {
  const sending = new Map<string, { lane: string; work: Promise<void> }>();
  const resting = new Map<string, { lane: string; cancel: Cancel }>();
  const rest = ({ key, lane }: Sent, milliseconds: number): void => {
    const wake = (): void => {
      resting.delete(key);
      onFree();
    };
    resting.set(key, { lane, cancel: clock.after(milliseconds, wake) });
  };
  return {
    isSending: (): boolean => sending.size > 0,
    isBusy: (key: string): boolean => sending.has(key) || resting.has(key),
    hasRoom({ lane, channel }: Sent): boolean {
      const taken = [...sending.values(), ...resting.values()].filter((one) => one.lane === lane);
      return taken.length < channel.concurrency;
    },
    settled: async () => void (await Promise.all([...sending.values()].map(({ work }) => work))),
    /** `work` resolves with the monotonic time at which the next message of the key may start. */
    begin(batch: Sent, work: Promise<number>): void {
      const done = (nextAt: number): void => {
        sending.delete(batch.key);
        const left = nextAt - clock.monotonic();
        if (left > 0) rest(batch, left);
        onFree();
      };
      sending.set(batch.key, { lane: batch.lane, work: work.then(done) });
    },
    stop(): void {
      for (const { cancel } of resting.values()) cancel();
    },
  };
}

/**
 * The milliseconds that a batch must wait: for the pace of its destination, and for a pause that its provider
 * requested.
 */
async function readWaits<Row extends OutboxRow>(
  db: Database,
  { readyAt }: Pick<Queue<Row, Row>, 'readyAt'>,
  batches: readonly Batch<Row>[],
  now: number,
): Promise<(batch: Batch<Row>) => number> {
  const holds = await readPauses(db, batches.map(providerDestinationOf), now);
  const recent = new Map<Channel, RecentMessages>();
  for (const { channel } of readyAt ? batches : []) {
    if (recent.has(channel)) continue;
    recent.set(channel, await readRecentMessages(db, channel, { since: now - paceMilliseconds, now, except: null }));
  }
  return (batch) => {
    const pausedUntil = holds.get(pauseKey(providerDestinationOf(batch))) ?? now;
    const messages = recent.get(batch.channel);
    if (!readyAt || !messages) return pausedUntil - now;
    const wait = readyAt(batch, messages.all, now) - now;
    // Short while other processes send to its destination, because they may fail.
    const isByMessagesSent = readyAt(batch, messages.sent, now) > now;
    return Math.max(isByMessagesSent ? wait : Math.min(wait, othersMilliseconds), pausedUntil - now);
  };
}
