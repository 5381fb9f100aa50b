import { expect, test } from 'vitest';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { noSums } from '../../checks/record/rollups/sums.ts';
import type { Database } from '../../storage/database.ts';
import type { Past, PastFigures, WindowTotals } from './dashboard-past.ts';
import { rememberPast } from './remembered-past.ts';

const nothing: WindowTotals = { urls: noSums, services: noSums };
const figures: PastFigures = { shown: nothing, totalsOf: async () => nothing };

function open() {
  let milliseconds = 0;
  let reads = 0;
  let fails = false;
  const changes = createChangeFeed(() => undefined);
  const read = async (): Promise<Past> => {
    reads += 1;
    if (fails) throw new Error('the database is away');
    const previous = { urls_down: reads, urls_slow: 0, network_monitors_down: 0 };
    const averages = { average_response_time: null, average_network_response_time: null };
    return { previous: { ...previous, ...averages }, hourly_issues: [] };
  };
  const readPast = rememberPast({ clock: { monotonic: () => milliseconds }, changes }, read);
  return {
    ask: (hours = 24, end = 0) => readPast({} as Database, { from: end - hours, to: end }, 0, figures),
    pass: (more: number) => (milliseconds += more),
    fail: (isFailing: boolean) => (fails = isFailing),
    changes,
    reads: () => reads,
  };
}

test('is read once for all callers within 15 seconds, and then again', async () => {
  const { ask, pass, reads } = open();
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second).toBe(first);
  pass(14_999);
  expect(await ask()).toBe(first);
  pass(1);
  expect(await ask()).not.toBe(first);
  expect(reads()).toBe(2);
});

test("is each range's own", async () => {
  const { ask } = open();
  expect(await ask(24)).not.toBe(await ask(168));
  expect(await ask(24, -24)).not.toBe(await ask(24, -48));
});

test('is dropped when somebody changes monitors or restores a backup, and not with each result', async () => {
  const { ask, changes, reads } = open();
  await ask();
  changes.publish({ website_ids: [1] });
  await ask();
  expect(reads()).toBe(1);
  changes.publish({ is_structural: true });
  await ask();
  changes.publish({ is_replaced: true });
  await ask();
  expect(reads()).toBe(3);
});

test('is read again after a failure', async () => {
  const { ask, fail } = open();
  fail(true);
  await expect(ask()).rejects.toThrow('the database is away');
  fail(false);
  await expect(ask()).resolves.toMatchObject({ hourly_issues: [] });
});

test('keeps few ranges, whatever is requested', async () => {
  const { ask, reads } = open();
  for (let hours = 1; hours <= 100; hours += 1) await ask(hours);
  await ask(100);
  expect(reads()).toBe(100);
  await ask(1);
  expect(reads()).toBe(101);
});
