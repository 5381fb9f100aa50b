import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { fillHistory, makeAlert, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { statusDetail } from '../documents/status-json.ts';
import { createWebsiteDetails } from '../website-details.ts';
import { readPageFigures } from './figures-store.ts';
import { readCurrent } from './read-current.ts';

const hour = 3_600_000;
const day = 24 * hour;
const outage = { alert_type: 'DOWN', problem: 'outage' } as const;

describe('public figures', () => {
  let test: TestStorage;
  let page: MonitorRow;
  let service: MonitorRow;
  beforeEach(async () => {
    test = await openTestStorage();
    const { id: website_id } = await makeWebsite(test.db);
    page = await makeMonitor(test.db, { website_id });
    service = await makeMonitor(test.db, { website_id, kind: 'TCP_PORT' });
    const monitor_ids = [page.id, service.id];
    await fillHistory(test.db, { monitor_ids, from: testNow - 3 * day, to: testNow + hour, interval_seconds: 900 });
  });
  afterEach(() => test.close());

  const lastDays = (days: DailyUptime) => days.slice(-2).map(({ down_seconds, outages }) => [down_seconds, outages]);
  /** Down seconds and outages of yesterday and today: of the website, and of each service. */
  async function readOutages(now = testNow) {
    const websiteDetails = createWebsiteDetails({ db: test.db, now: () => now, current: () => current });
    const current = await readCurrent(
      {
        db: test.db,
        readSettings: async () => ({ brand: '', language: 'en', counts_maintenance: false }),
        presentSince: () => Number.POSITIVE_INFINITY,
        publicUrl: () => '',
      },
      { now, figures: null, details: websiteDetails.details },
    );
    await websiteDetails.load(page.website_id);
    const { view } = current;
    const [website] = view.websites;
    const details = view.details.get(page.website_id);
    if (!website || !details) throw new Error('The website was to be read');
    const { urls, network_monitors } = statusDetail(view, website, details);
    return [website, ...urls, ...network_monitors].map(({ daily_uptime }) => lastDays(daily_uptime));
  }

  it('have the outages of the website and of each of its services, by day', async () => {
    await makeAlert(test.db, page, { ...outage, created_at: testNow - day, ended_at: testNow - 10 * hour });
    await makeAlert(test.db, service, { ...outage, created_at: testNow - 11 * hour, ended_at: testNow - 9 * hour });
    await makeAlert(test.db, page, { alert_type: 'SLOW', problem: 'slow', created_at: testNow - day });
    expect(await readOutages()).toEqual([
      [
        [12 * 3600, 1],
        [3 * 3600, 2],
      ],
      [
        [12 * 3600, 1],
        [2 * 3600, 1],
      ],
      [
        [0, 0],
        [2 * 3600, 1],
      ],
    ]);
  });

  it('count an outage that lasts until now', async () => {
    await makeAlert(test.db, page, { ...outage, created_at: testNow - 40 * day });
    expect((await readOutages(testNow + 60_000))[1]?.at(-1)).toEqual([12 * 3600 + 60, 1]);
  });

  it('need the same number of statements for many websites as for one', async () => {
    let statements = 0;
    test.storage.onStatement(() => {
      statements += 1;
    });
    const count = async () => {
      statements = 0;
      await readPageFigures(test.db, testNow);
      return statements;
    };
    await makeAlert(test.db, page, { ...outage, created_at: testNow - hour });
    const one = await count();
    for (let at = 0; at < 30; at++) await makeAlert(test.db, await makeMonitor(test.db), outage);
    expect(await count()).toBe(one);
  });
});
