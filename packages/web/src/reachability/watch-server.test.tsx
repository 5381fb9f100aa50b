import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from './reachability.ts';
import { createServerWatch } from './watch-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startWatch() {
  let answer: Failure | null = null;
  const opened: string[] = [];
  const asked: number[] = [];
  const ask = async () => {
    asked.push(Date.now());
    return answer;
  };
  const watch = createServerWatch({ ask, open: (address) => opened.push(address) });
  const stop = watch.start();
  const turn = (next: Failure | null) => {
    answer = next;
  };
  return { watch, stop, turn, opened, asked };
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

it('does not ask while the page is hidden, and asks at once when it is seen again', async () => {
  const { stop, asked } = startWatch();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveLength(1);
  stop();
  hidden.mockRestore();
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
