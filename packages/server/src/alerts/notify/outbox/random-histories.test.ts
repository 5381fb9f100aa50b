import { type AlertType, alertTypes, isOutageType } from '@upvigil/core/contract/names/alerts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { outboxContext } from '../../../testing/outbox-context.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel, SendResult } from '../channel.ts';
import { nextAttemptAt, pauseAfter } from '../sending/backoff.ts';
import { createAlertQueue } from './alert-queue.ts';
import { readyAt } from './pace.ts';
import { createQueueRunner } from './queue-runner.ts';
import { createSender } from './sender.ts';
import { inQueue, isDue } from './urgency.ts';

const second = 1_000;
const minute = 60 * second;

/** The deep run, which repeats this file on PostgreSQL, tries more. */
const runs = inject('postgresPort') === null ? { decisions: 1_000, outbox: 2 } : { decisions: 10_000, outbox: 6 };
const seed = 20_260_310;

/** The answer of a provider to one message. */
interface Answer {
  outcome: SendResult['outcome'];
  /** Seconds until it answers. */
  takes: number;
  /** The pause that it requests, in seconds. */
  pauseSeconds: number;
}

interface History {
  /** Alerts, by the seconds after the previous one. */
  arrivals: { after: number; type: AlertType }[];
  capacity: number;
  /** Used one after the other, repeatedly. */
  answers: Answer[];
}

const anyAnswer: fc.Arbitrary<Answer> = fc.record({
  outcome: fc.constantFrom('retry', 'retry', 'sent', 'give-up'),
  takes: fc.constantFrom(0, 0, 1, 30),
  pauseSeconds: fc.constantFrom(0, 0, 5, 600),
});
const anyHistory: fc.Arbitrary<History> = fc.record({
  arrivals: fc.array(fc.record({ after: fc.constantFrom(0, 0, 2, 20, 300), type: fc.constantFrom(...alertTypes) }), {
    minLength: 1,
    maxLength: 12,
  }),
  capacity: fc.constantFrom(1, 2, 6, 50),
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 6 }),
});

const gather = (type: AlertType): number => (isOutageType(type) ? 3 : 10) * second;

/** A delivery of a history, with the time when it may be tried. Computed here, independently of the code under test. */
interface Tracked {
  id: number;
  alert_type: AlertType;
  created_at: number;
  ended_at: null;
  attempts: number;
  next_attempt_at: number | null;
}

function arrive({ arrivals }: History): Tracked[] {
  let at = testNow;
  return arrivals.map(({ after, type }, id) => {
    at += after * second;
    return { id, alert_type: type, created_at: at, ended_at: null, attempts: 0, next_attempt_at: at + gather(type) };
  });
}

/** The longest pause of the pace, and the longest wait to be combined. */
const longestPace = 60 * second + 10 * second;
/** Two steps of urgency and ten attempts delay by a minute each. */
const longestOvertaken = 12 * minute;

/** The rule that a message breaks when it takes `chosen` of the due deliveries; null for none. */
function faultOf(chosen: readonly Tracked[], due: readonly Tracked[], now: number, freeSince: number): string | null {
  const early = chosen.find((one) => timeOf(one) > now + (one.attempts === 0 ? 10 * second : 0));
  if (early) return `${early.id} is tried ${timeOf(early) - now} ms before its time`;
  const idle = now - Math.max(Math.min(...due.map(timeOf)), freeSince);
  if (idle > longestPace) return `nothing is tried for ${idle} ms`;
  const latest = Math.max(...chosen.map(timeOf));
  const overtaken = due.find((one) => !chosen.includes(one) && latest - timeOf(one) > longestOvertaken);
  return overtaken ? `${overtaken.id} is overtaken by what became due ${latest - timeOf(overtaken)} ms later` : null;
}

const timeOf = ({ next_attempt_at }: Tracked): number => next_attempt_at ?? Number.POSITIVE_INFINITY;

/** Simulates an hour with the deciding functions. Returns the faults. */
function faultsOf(history: History): string[] {
  const all = arrive(history);
  const went = { outages: [] as number[], all: [] as number[] };
  const faults: string[] = [];
  let freeSince = testNow;
  let messages = 0;
  for (let now = testNow; now < testNow + 60 * minute; ) {
    const here = all.filter(({ created_at }) => created_at <= now);
    const due = here.filter((one) => isDue(one, now));
    const next = Math.min(...all.flatMap((one) => [one.created_at, timeOf(one)]).filter((at) => at > now));
    const ready = due.length === 0 ? next : readyAt(inQueue(here, now), went, now);
    if (ready > now) {
      now = Math.min(ready, next);
      continue;
    }
    const chosen = inQueue(here, now).slice(0, history.capacity);
    const fault = faultOf(chosen, due, now, freeSince);
    if (fault !== null) faults.push(fault);
    const answer = history.answers[messages % history.answers.length] as Answer;
    messages += 1;
    now += answer.takes * second;
    freeSince = now;
    settleAll(chosen, answer, now);
    if (answer.outcome !== 'sent') continue;
    went.all.push(now);
    if (chosen.some(({ alert_type }) => isOutageType(alert_type))) went.outages.push(now);
  }
  return faults;
}

function settleAll(chosen: readonly Tracked[], { outcome, pauseSeconds }: Answer, now: number): void {
  for (const one of chosen) {
    one.attempts += 1;
    one.next_attempt_at = outcome === 'retry' ? nextAttemptAt(one, now, pauseSeconds) : null;
  }
}

it('in random histories nothing is tried early, and everything due is tried within its pace', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(faultsOf(history)).toEqual([]);
    }),
    { numRuns: runs.decisions, seed },
  );
});

describe('with the outbox itself', () => {
  let test: TestStorage;
  let clock: TestClock;
  beforeEach(async () => {
    test = await openTestStorage();
  });
  afterEach(() => test.close());

  /** Sends a history for its hour and 15 minutes more. Returns each attempt of an alert. */
  async function tries(history: History): Promise<{ alert: number; at: number; outcome: Answer['outcome'] }[]> {
    await test.db.deleteFrom('deliveries').execute();
    await test.db.deleteFrom('holds').execute();
    const made: Awaited<ReturnType<typeof tries>> = [];
    let sent = 0;
    const channel: Channel = {
      rules: { name: 'sms', offReason: () => null, unwantedReason: () => null, recipients: () => [] },
      concurrency: 1,
      hourlyLimit: null,
      destination: (recipient) => ({
        key: `${recipient}`,
        capacity: (contents) => Math.min(contents.length, history.capacity),
        sendNote: () => Promise.reject(new Error('no notes here')),
        send: async (contents) => {
          const { outcome, pauseSeconds } = history.answers[sent++ % history.answers.length] as Answer;
          for (const { alert_id: alert } of contents) made.push({ alert, at: clock.now(), outcome });
          if (outcome !== 'retry') return { outcome, reason: 'as it is' };
          // Short, because nothing else is sent there meanwhile, and all must be tried in this time.
          return { outcome: 'retry', reason: 'busy', retryAfterSeconds: Math.min(pauseSeconds, 5) };
        },
      }),
    };
    clock = createTestClock(testNow, () => runner.settled());
    const context = outboxContext(test.db, { clock });
    const runner = createQueueRunner(context, createAlertQueue(context, channel), createSender(context));
    const monitor = await makeMonitor(test.db);
    let at = testNow;
    for (const { created_at, alert_type, next_attempt_at } of arrive(history)) {
      await clock.advance(created_at - at);
      at = created_at;
      const { id: alert_id } = await makeAlert(test.db, monitor, { alert_type, created_at });
      const row = {
        alert_id,
        channel: 'sms',
        recipient: '+1',
        status: 'pending',
        created_at,
        next_attempt_at,
      } as const;
      await test.db.insertInto('deliveries').values(row).execute();
      runner.wake();
      await runner.settled();
    }
    await clock.advance(15 * minute);
    await runner.stop();
    return made;
  }

  it('no alert is retried early, and each is tried', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const made = await tries(history);
        const alerts = new Set(made.map(({ alert }) => alert));
        expect(alerts.size).toBe(history.arrivals.length);
        for (const alert of alerts) {
          const ofAlert = made.filter((one) => one.alert === alert);
          for (const [before, { at, outcome }] of ofAlert.slice(0, -1).entries()) {
            expect(outcome).toBe('retry');
            expect((ofAlert[before + 1]?.at ?? 0) - at).toBeGreaterThanOrEqual(pauseAfter(before + 1));
          }
        }
      }),
      { numRuns: runs.outbox, seed, endOnFailure: true },
    );
  }, 60_000);
});
