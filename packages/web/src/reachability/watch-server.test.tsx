import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from './reachability.ts';
import { createServerWatch } from './watch-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startWatch() {
  let answer: Failure | null = null;
  const opened: string[] = [];
  const polls: number[] = [];
  const poll = async () => {
    polls.push(Date.now());
    return answer;
  };
  const watch = createServerWatch({ poll, open: (address) => opened.push(address) });
  const stop = watch.start();
  const turn = (next: Failure | null) => {
    answer = next;
  };
  return { watch, stop, turn, opened, polls };
}

it('says within 10 s that a server is gone, and by itself that it is back', async () => {
  const { watch, stop, turn } = startWatch();
  const events: string[] = [];
  watch.follow({ onAway: () => events.push('away'), onBack: () => events.push('back') });
  await vi.advanceTimersByTimeAsync(8_000);
  const lastAnswer = Date.now();
  turn('refused');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events).toEqual(['away']);
  expect(watch.read()).toMatchObject({ isAway: true, answeredAt: lastAnswer });
  turn(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events).toEqual(['away', 'back']);
  stop();
});

it('does not poll while the page is hidden, and polls at once when it is visible again', async () => {
  const { stop, polls } = startWatch();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(polls).toHaveLength(1);
  stop();
  hidden.mockRestore();
});

it('does not take the sleep of the computer during a poll for a silence of the server', async () => {
  let answer: (failure: Failure | null) => void = () => {};
  const watch = createServerWatch({ poll: () => new Promise((resolve) => (answer = resolve)) });
  const stop = watch.start();
  const away = vi.fn();
  watch.follow({ onAway: away, onBack: () => {} });
  await vi.advanceTimersByTimeAsync(4_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  answer('silent');
  await vi.advanceTimersByTimeAsync(1_000);
  answer(null);
  await vi.advanceTimersByTimeAsync(10);
  expect(away).not.toHaveBeenCalled();
  stop();
});

it('opens a document that was wanted when the server is back, not before', async () => {
  const { watch, stop, turn, opened } = startWatch();
  turn('silent');
  await vi.advanceTimersByTimeAsync(5_000);
  watch.openLater('https://status.example.org/status/1');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(opened).toEqual([]);
  turn(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toEqual(['https://status.example.org/status/1']);
  stop();
});
