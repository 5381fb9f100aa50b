import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresTimes } from './postgres-times.ts';
import { createSilenceWatch, type SilenceWatch, type WatchedClient } from './silence-detector.ts';

const { answerMilliseconds: milliseconds, proofMilliseconds, stopAnswerMilliseconds } = postgresTimes;

let now: number;
let watch: SilenceWatch;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  watch = createSilenceWatch(() => now, postgresTimes);
});
afterEach(() => {
  vi.useRealTimers();
});

function connect() {
  const ends: unknown[] = [];
  const client: WatchedClient = { connection: { stream: { destroy: (error) => ends.push(error) } } };
  return { client, ends };
}
function pass(time: number): void {
  now += time;
  vi.advanceTimersByTime(time);
}

describe('a connection', () => {
  it('that does not answer in time is ended, and all that is asked on it fails', () => {
    const { client, ends } = connect();
    watch.ask(client, { milliseconds });
    pass(milliseconds - 1);
    expect(ends).toEqual([]);
    pass(1);
    expect(ends).toMatchObject([{ name: 'SilentConnectionError', message: expect.stringContaining('35 s') }]);
  });

  it('that answers is left alone', () => {
    const { client, ends } = connect();
    watch.ask(client, { milliseconds })();
    pass(10 * milliseconds);
    expect(ends).toEqual([]);
  });

  it('has time to answer after a stall of the process', () => {
    const { client, ends } = connect();
    const answered = watch.ask(client, { milliseconds });
    now += 60_000;
    pass(milliseconds);
    expect(ends).toEqual([]);
    answered();
    pass(proofMilliseconds);
    expect(ends).toEqual([]);
  });
});

describe('once a connection was found silent', () => {
  it('those that were not heard since have a short time to prove that they are not', () => {
    const [silent, older, heard] = [connect(), connect(), connect()];
    watch.ask(silent.client, { milliseconds, isEvidence: true });
    watch.ask(older.client, { milliseconds: 10 * milliseconds });
    pass(1);
    watch.ask(heard.client, { milliseconds })();
    watch.ask(heard.client, { milliseconds: 10 * milliseconds });
    pass(milliseconds);
    expect([silent, older, heard].map(({ client }) => watch.isDistrusted(client))).toEqual([true, true, false]);
    pass(proofMilliseconds);
    expect([silent, older, heard].map(({ ends }) => ends.length)).toEqual([1, 1, 0]);
  });

  it('which is a slow statement and no evidence, the others are trusted', () => {
    const [slow, other] = [connect(), connect()];
    watch.ask(slow.client, { milliseconds });
    watch.ask(other.client, { milliseconds: 10 * milliseconds });
    pass(milliseconds + proofMilliseconds);
    expect([watch.isDistrusted(other.client), other.ends]).toEqual([false, []]);
  });
});

it('while the program stops, waits are short', () => {
  const { client, ends } = connect();
  watch.ask(client, { milliseconds });
  watch.hurry();
  pass(stopAnswerMilliseconds);
  expect(ends).toHaveLength(1);
});
