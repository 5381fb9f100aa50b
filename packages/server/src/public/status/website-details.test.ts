import { dayMs, minuteMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import { systemClock } from '../../base/clock.ts';
import { quarterHour } from '../../checks/record/rollups/rollup.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { readCurrent } from './view/read-current.ts';
import { createWebsiteDetails } from './website-details.ts';

let test: TestStorage;
let now: number;
let current: Awaited<ReturnType<typeof readCurrent>>;
let monitor: MonitorRow;
let websiteDetails: ReturnType<typeof createWebsiteDetails>;
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  monitor = await makeMonitor(test.db);
  websiteDetails = open();
  await readRows();
});
afterEach(() => test.close());

const open = () => createWebsiteDetails({ db: test.db, now: () => now, current: () => current });
async function readRows(): Promise<void> {
  const sources = {
    db: test.db,
    readSettings: async () => ({ brand: '', language: 'en' as const, counts_maintenance: false }),
    presentSince: () => Number.POSITIVE_INFINITY,
    publicUrl: () => '',
  };
  current = await readCurrent(sources, { now, figures: null, details: new Map() });
}
async function record(of: MonitorRow, ago: number): Promise<void> {
  const clock = { ...systemClock, now: () => now };
  const recording = startRecording({
    db: test.db,
    clock,
    raiseAlerts: createRaiseAlerts({ clock, channels: channelRules }),
  });
  await recording.record(finishedCheck(of, { checked_at: now - ago }));
}
const figures = (details = websiteDetails) => details.details.get(monitor.website_id)?.figures;
/** Figures for a first viewer. */
async function readWhole() {
  const whole = open();
  await whole.load(monitor.website_id);
  return figures(whole);
}

describe('the details of a website', () => {
  it('follow new checks, also those that waited some minutes, quarters of an hour and days', async () => {
    await websiteDetails.load(monitor.website_id);
    for (const passed of [minuteMs, quarterHour, quarterHour + minuteMs, dayMs, minuteMs]) {
      now += passed;
      await record(monitor, 0);
      await record(monitor, 9 * minuteMs);
      await websiteDetails.refresh(new Set([monitor.website_id]));
      expect(figures()).toEqual(await readWhole());
    }
    expect(figures()?.get(monitor.id)?.days.size).toBe(2);
  });

  it('have the whole history of an added monitor', async () => {
    await websiteDetails.load(monitor.website_id);
    const other = await makeMonitor(test.db, { website_id: monitor.website_id });
    await record(other, 3 * dayMs);
    await readRows();
    await websiteDetails.refresh(new Set([monitor.website_id]));
    expect(figures()).toEqual(await readWhole());
    expect(figures()?.get(other.id)?.days.size).toBe(1);
  });

  it('are read in full periodically, for checks that waited for long', async () => {
    await websiteDetails.load(monitor.website_id);
    await record(monitor, 3 * dayMs);
    now += 10 * minuteMs;
    await websiteDetails.refresh(new Set([monitor.website_id]));
    expect(figures()).toEqual(await readWhole());
  });

  it('are dropped without requests', async () => {
    await websiteDetails.load(monitor.website_id);
    await websiteDetails.refresh(new Set());
    expect(figures()).toBeUndefined();
  });
});
