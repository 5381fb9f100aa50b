import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addChecks, bucketStart, day, emptyRollup, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { writeRollups } from '../../../checks/record/rollups/rollup-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { lastDaySums, lastWeekSums } from './figures.ts';
import { type KnownWebsites, nothingKnown } from './known.ts';
import { type Outdated, refreshKnown } from './known-websites.ts';

const structural: Outdated = { monitors: [], website_ids: new Set(), is_structural: true, has_slid: false };
const checked = (...ids: number[]): Outdated => ({
  monitors: [],
  website_ids: new Set(ids),
  is_structural: false,
  has_slid: false,
});
const slid: Outdated = { monitors: [], website_ids: new Set(), is_structural: false, has_slid: true };

let test: TestStorage;
let known: KnownWebsites;
let monitor: MonitorRow;
beforeEach(async () => {
  test = await openTestStorage();
  known = nothingKnown();
  monitor = await makeMonitor(test.db);
});
afterEach(() => test.close());

const refresh = async (outdated: Outdated, now = testNow): Promise<number[]> => [
  ...(await refreshKnown(known, test.db, outdated, now)).website_ids,
];

/** Writes so many checks of a monitor into its roll-ups of a quarter, a day, or both. */
async function count({ id }: MonitorRow, checks: number, at = testNow): Promise<void> {
  const good = Array.from({ length: checks }, () => ({
    is_up: true,
    is_slow: false,
    response_time_us: 1000,
    status: '200',
  }));
  const rows = (width: number) => [addChecks(emptyRollup(id, bucketStart(at, width)), good)];
  await writeRollups(test.db, 'rollups_quarter_hourly', rows(quarterHour));
  await writeRollups(test.db, 'rollups_daily', rows(day));
}
const checksOf = ({ id }: MonitorRow): number | undefined => {
  const figures = known.figures.get(id);
  return figures && lastDaySums([figures], testNow).checks;
};
const monitorsOf = (websiteId: number) => known.websites.get(websiteId)?.monitors.map(({ id }) => id);

describe('what is known of websites', () => {
  it('follows those that come, change and go', async () => {
    const other = await makeMonitor(test.db);
    expect(await refresh(structural)).toEqual([monitor.website_id, other.website_id]);
    await test.db.deleteFrom('stored_websites').where('id', '=', other.website_id).execute();
    await test.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', monitor.id).execute();
    expect(await refresh(structural)).toEqual([monitor.website_id]);
    expect([monitorsOf(monitor.website_id), known.figures.size]).toEqual([[], 0]);
  });

  it('is read again after checks for the websites that were checked, and for no other', async () => {
    const other = await makeMonitor(test.db);
    await refresh(structural);
    for (const each of [monitor, other]) await count(each, 3);
    await test.db.updateTable('stored_monitors').set({ is_up: 0 }).execute();
    expect(await refresh(checked(monitor.website_id))).toEqual([monitor.website_id]);
    expect([checksOf(monitor), checksOf(other)]).toEqual([3, 0]);
    const isUp = (id: number) => known.websites.get(id)?.monitors[0]?.is_up;
    expect([isUp(monitor.website_id), isUp(other.website_id)]).toEqual([0, null]);
  });

  it('takes in a website whose checks are told before it is', async () => {
    await refresh(structural);
    const added = await makeMonitor(test.db);
    await count(added, 2);
    expect(await refresh(checked(added.website_id))).toContain(added.website_id);
    expect([monitorsOf(added.website_id), checksOf(added)]).toEqual([[added.id], 2]);
  });

  it('has the alerts of all once one more was raised, with its website', async () => {
    await refresh(structural);
    await makeAlert(test.db, monitor);
    await refresh(checked());
    expect(known.incidents).toHaveLength(1);
    await refresh(checked(monitor.website_id));
    await makeAlert(test.db, monitor, { alert_type: 'RECOVERED' });
    await refresh(checked(monitor.website_id));
    expect(known.incidents).toHaveLength(1);
    expect(known.websites.get(monitor.website_id)?.alerts.map(({ alert_type }) => alert_type)).toEqual([
      'RECOVERED',
      'DOWN',
    ]);
  });

  it('mends by itself, as time passes, what was missed', async () => {
    await refresh(structural);
    await count(monitor, 5);
    for (let slide = 0; slide < 20; slide++) await refresh(slid);
    expect(checksOf(monitor)).toBe(5);
  });

  it('has a week that moves with time', async () => {
    await count(monitor, 4, testNow - 2 * day);
    await refresh(structural);
    const week = (now: number): number => {
      const figures = known.figures.get(monitor.id);
      return figures ? lastWeekSums([figures], now).checks : -1;
    };
    expect(week(testNow)).toBe(4);
    await refresh(slid, testNow + 6 * day);
    expect(week(testNow + 6 * day)).toBe(0);
  });
});
