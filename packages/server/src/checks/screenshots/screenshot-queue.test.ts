import { expect, it } from 'vitest';
import { createScreenshotQueue, type ScreenshotJob } from './screenshot-queue.ts';

const job = (monitor_id: number, changes: Partial<ScreenshotJob> = {}): ScreenshotJob => ({
  monitor_id,
  check_id: monitor_id,
  checked_at: 1,
  url: `http://shop.test/${monitor_id}`,
  image: null,
  isRoutine: true,
  ...changes,
});

/** A queue whose first page is open until `show` is called. */
function openQueue() {
  const seen: ScreenshotJob[] = [];
  let show = (): void => undefined;
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  const queue = createScreenshotQueue({
    async see(next) {
      seen.push(next);
      await shown;
      return null;
    },
    keep: async () => undefined,
    log: { warn: () => undefined },
    restFactor: 0,
  });
  return { queue, seen, show };
}

it('urgent jobs go first, even if a routine job of the same monitor came later', async () => {
  const { queue, seen, show } = openQueue();
  queue.add(job(1));
  queue.add(job(2));
  queue.add(job(3, { isRoutine: false }));
  queue.add(job(3, { check_id: 30 }));
  show();
  await queue.settled();
  expect(seen.map(({ check_id }) => check_id)).toEqual([1, 30, 2]);
});

it('a monitor gets one screenshot, for its newest check', async () => {
  const { queue, seen, show } = openQueue();
  queue.add(job(1));
  queue.add(job(2));
  queue.add(job(2, { check_id: 20, isRoutine: false }));
  show();
  await queue.settled();
  expect(seen.map(({ check_id }) => check_id)).toEqual([1, 20]);
});
