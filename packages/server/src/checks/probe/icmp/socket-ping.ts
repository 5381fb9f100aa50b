import type { Clock } from '../../../base/clock.ts';
import type { IcmpSocket } from './icmp-socket.ts';
import type { Echoes, Ping, PingOptions } from './ping.ts';

/** A ping in progress. */
interface Job {
  address: string;
  options: PingOptions;
  sent: number;
  /** Time of the next echo request, in milliseconds of `clock.monotonic()`. */
  next_send_at: number;
  send_error: string | null;
  round_trips_us: number[];
  /** Numbers of unanswered echo requests. */
  waiting: Set<number>;
  end(): void;
}

/** An unanswered echo request. */
interface Echo {
  job: Job;
  /** By the kernel's wall clock, nanoseconds. */
  sent_at: bigint;
  /** The same time in milliseconds of `clock.monotonic()`, which stays correct when the wall clock is set. */
  sent_monotonic: number;
}

/**
 * Milliseconds between two rounds over all pings in progress. The kernel records the time of replies, so this costs no
 * accuracy; a timer for each echo request would cost more than the ping itself.
 */
const tickEvery = 50;

/** Pings over an ICMP socket, shared by all pings of a family. */
export function createSocketPing(socket: IcmpSocket, clock: Clock): { ping: Ping; close(): void } {
  const jobs = new Set<Job>();
  const echoes = new Map<number, Echo>();
  let lastNumber = 0;
  let timer: NodeJS.Timeout | null = null;

  const send = (job: Job): void => {
    lastNumber = (lastNumber + 1) >>> 0;
    const sent_monotonic = clock.monotonic();
    const { sent_at, error } = socket.send(lastNumber, job.address);
    job.sent += 1;
    job.next_send_at = sent_monotonic + job.options.gap;
    job.send_error = error;
    if (error !== null) return;
    echoes.set(lastNumber, { job, sent_at, sent_monotonic });
    job.waiting.add(lastNumber);
  };

  const takeReplies = (): void => {
    for (let reply = socket.receive(); reply !== null; reply = socket.receive()) {
      const echo = echoes.get(reply.number);
      if (echo === undefined) continue;
      echoes.delete(reply.number);
      echo.job.waiting.delete(reply.number);
      echo.job.round_trips_us.push(roundTrip(echo, reply.received_at, clock));
    }
  };

  const tick = (): void => {
    takeReplies();
    const now = clock.monotonic();
    for (const job of jobs) {
      if (!isSent(job) && now >= job.next_send_at) send(job);
      if ((isSent(job) && job.waiting.size === 0) || now >= job.options.giveUpAt) job.end();
    }
    timer = jobs.size > 0 ? setTimeout(tick, tickEvery) : null;
  };

  const ping: Ping = (address, options) =>
    new Promise((resolve) => {
      const end = (): void => {
        jobs.delete(job);
        for (const number of job.waiting) echoes.delete(number);
        options.signal.removeEventListener('abort', end);
        resolve(echoesOf(job));
      };
      const state = { sent: 0, next_send_at: 0, send_error: null, round_trips_us: [], waiting: new Set<number>() };
      const job: Job = { address, options, ...state, end };
      jobs.add(job);
      options.signal.addEventListener('abort', end);
      send(job);
      timer ??= setTimeout(tick, tickEvery);
    });

  return {
    ping,
    close() {
      if (timer) clearTimeout(timer);
      for (const job of jobs) job.end();
      socket.close();
    },
  };
}

/** Whether sending has ended. After an error it would fail again, and the caller may try another address. */
const isSent = (job: Job): boolean => job.send_error !== null || job.sent >= job.options.count;

/** Microseconds by the kernel's timestamps; by the time of reading if the wall clock was set meanwhile. */
function roundTrip(echo: Echo, receivedAt: bigint | null, clock: Clock): number {
  const seen = (clock.monotonic() - echo.sent_monotonic) * 1000;
  if (receivedAt === null) return seen;
  const stamped = Number(receivedAt - echo.sent_at) / 1000;
  return stamped >= 0 && stamped <= seen ? stamped : seen;
}

function echoesOf({ sent, round_trips_us, send_error }: Job): Echoes {
  const received = round_trips_us.length;
  const total = round_trips_us.reduce((sum, each) => sum + each, 0);
  return { sent, received, average_us: received === 0 ? null : Math.round(total / received), send_error };
}
