import { expect, onTestFinished, test } from 'vitest';
import { LiveData, type LiveOptions, type LoadRequest } from './live-data.ts';

interface Answer {
  request: LoadRequest<string>;
  resolve(data: string): void;
  reject(error: Error): void;
}

/** Live data whose reads the test resolves one by one. */
function live(options: Partial<LiveOptions<string>> = {}) {
  const reads: Answer[] = [];
  const data = new LiveData<string>({
    load: (request) => new Promise((resolve, reject) => reads.push({ request, resolve, reject })),
    intervalMs: 60_000,
    now: Date.now,
    changeGapMs: 5,
    firstRetryMs: 5,
    ...options,
  });
  onTestFinished(() => data.pause());
  const read = async (number: number): Promise<Answer> => {
    await expect.poll(() => reads.length).toBeGreaterThanOrEqual(number);
    return reads[number - 1] as Answer;
  };
  return { data, reads, read };
}

test('reads while it is visible, and keeps the data otherwise', async () => {
  const { data, reads, read } = live();
  expect(reads).toHaveLength(0);
  data.resume();
  (await read(1)).resolve('first');
  await expect.poll(() => data.get().data).toBe('first');
  data.pause();
  expect(data.get()).toMatchObject({ data: 'first', isLoading: false, error: null });
});

test('reads again after its interval', async () => {
  const { data, read } = live({ intervalMs: 5 });
  data.resume();
  (await read(1)).resolve('first');
  (await read(2)).resolve('second');
  await expect.poll(() => data.get().data).toBe('second');
});

test('a failed read keeps the old data, has the reason, and is tried again after growing pauses', async () => {
  const { data, read } = live();
  const reason = new Error('away');
  const pauses: number[] = [];
  data.subscribe(() => {
    const { error, isLoading, nextAt } = data.get();
    if (!error || isLoading) return;
    expect(data.get()).toMatchObject({ data: 'old', error: { reason } });
    pauses.push((nextAt ?? 0) - error.at);
  });
  data.resume();
  (await read(1)).resolve('old');
  await expect.poll(() => data.get().data).toBe('old');
  data.refresh();
  (await read(2)).reject(reason);
  (await read(3)).reject(reason);
  (await read(4)).resolve('new');
  await expect.poll(() => data.get()).toMatchObject({ data: 'new', error: null });
  expect(pauses).toHaveLength(2);
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
});

test('changes are read together, once, and only they', async () => {
  const { data, reads, read } = live();
  data.resume();
  (await read(1)).resolve('all');
  await expect.poll(() => data.get().data).toBe('all');
  expect(reads[0]?.request.changed).toBeNull();
  for (const id of [3, 4, 3]) data.touch(id);
  const second = await read(2);
  expect(second.request).toMatchObject({ previous: 'all', changed: new Set([3, 4]) });
  data.touch(5);
  second.resolve('some');
  expect((await read(3)).request.changed).toEqual(new Set([5]));
  expect(reads).toHaveLength(3);
});

test('a change of anything reads everything, and so does an interval that is over', async () => {
  const { data, read } = live();
  data.resume();
  (await read(1)).resolve('all');
  await expect.poll(() => data.get().data).toBe('all');
  data.touch(3);
  data.touch(null);
  expect((await read(2)).request.changed).toBeNull();

  const old = live({ intervalMs: 40 });
  old.data.resume();
  (await old.read(1)).resolve('all');
  const second = await old.read(2);
  expect(second.request.changed).toBeNull();
});

test('a wish to refresh cuts a slow read short', async () => {
  const { data, read } = live();
  data.resume();
  const slow = await read(1);
  data.refresh();
  expect(slow.request.signal.aborted).toBe(true);
  slow.request.publish('too late');
  slow.resolve('too late');
  (await read(2)).resolve('fresh');
  await expect.poll(() => data.get().data).toBe('fresh');
});

test('publishes the first part before the read ends', async () => {
  const { data, read } = live();
  const seen: (string | null)[] = [];
  data.subscribe(() => seen.push(data.get().data));
  data.resume();
  const first = await read(1);
  first.request.publish('half');
  first.resolve('whole');
  await expect.poll(() => seen).toContain('whole');
  expect(seen.filter((text, index) => text !== seen[index - 1])).toEqual([null, 'half', 'whole']);
});
