import { expect, onTestFinished, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

type Event = { website_id: number | null };

function follow(open: (signal: AbortSignal, past: number) => Promise<AsyncIterable<Event>>) {
  const stop = new AbortController();
  const onChange = vi.fn<(id: number | null) => void>();
  const onInterruption = vi.fn<() => void>();
  const done = followEvents({ open, onChange, onInterruption, signal: stop.signal, firstPauseMs: 2 });
  onTestFinished(() => stop.abort());
  return { stop, onChange, onInterruption, done };
}

async function* stream(...ids: (number | null)[]): AsyncGenerator<Event> {
  for (const website_id of ids) yield { website_id };
}

async function* endless(): AsyncGenerator<Event> {
  yield { website_id: 7 };
  await new Promise(() => undefined);
}

test('reports each change', async () => {
  const { onChange, onInterruption } = follow(async () => endless());
  await expect.poll(() => onChange).toHaveBeenCalledWith(7);
  expect(onInterruption).not.toHaveBeenCalled();
});

test('reports an interruption when a stream ends and when it is back, and opens it again', async () => {
  let opened = 0;
  const { onChange, onInterruption } = follow(async () => {
    opened += 1;
    return opened === 1 ? stream(1, null) : endless();
  });
  await expect.poll(() => onChange.mock.calls).toEqual([[1], [null], [7]]);
  expect(onInterruption).toHaveBeenCalledTimes(2);
});

test('requests the changes since the first read for the first stream only', async () => {
  const asked: number[] = [];
  follow(async (_signal, past) => {
    asked.push(past);
    return asked.length === 1 ? stream(1) : endless();
  });
  await expect.poll(() => asked).toEqual([expect.any(Number), 0]);
  expect(asked[0]).toBeGreaterThan(0);
});

test('a server without a stream is asked again and again, without a word', async () => {
  const open = vi.fn(async (): Promise<AsyncIterable<Event>> => {
    throw new Error('404');
  });
  const { stop, onInterruption, done } = follow(open);
  await expect.poll(() => open.mock.calls.length).toBeGreaterThan(2);
  expect(onInterruption).toHaveBeenCalledTimes(1);
  stop.abort();
  await done;
});
