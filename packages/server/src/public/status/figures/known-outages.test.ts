import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { fillHistory, makeAlert, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { describeWebsite, statusDetail } from './describe-website.ts';
import { type KnownWebsites, nothingKnown } from './known.ts';
import { type Outdated, refreshKnown } from './known-websites.ts';

const hour = 3_600_000;
const day = 24 * hour;
const outage = { alert_type: 'DOWN', problem: 'outage' } as const;

describe('the outages of what is known', () => {
  let test: TestStorage;
  let known: KnownWebsites;
  let page: MonitorRow;
  let service: MonitorRow;
  beforeEach(async () => {
    test = await openTestStorage();
    known = nothingKnown();
    const { id: website_id } = await makeWebsite(test.db);
    page = await makeMonitor(test.db, { website_id });
    service = await makeMonitor(test.db, { website_id, kind: 'TCP_PORT' });
    const monitor_ids = [page.id, service.id];
    await fillHistory(test.db, { monitor_ids, from: testNow - 3 * day, to: testNow + hour, interval_seconds: 900 });
  });
  afterEach(() => test.close());

  const refresh = (what: Partial<Outdated>, now = testNow) =>
    refreshKnown(
      known,
      test.db,
      { monitors: [], website_ids: new Set(), is_structural: false, has_slid: false, ...what },
      now,
    );
  const checked = () => ({ website_ids: new Set([page.website_id]) });
  const lastDays = (days: DailyUptime) => days.slice(-2).map(({ down_seconds, outages }) => [down_seconds, outages]);
  const shown = (now = testNow) => {
    const website = known.websites.get(page.website_id);
    if (!website) throw new Error('not known');
    const described = describeWebsite(website, known.figures, now);
    const { urls, network_monitors } = statusDetail(described, known.figures, now);
    return [described, ...urls, ...network_monitors].map(({ daily_uptime }) => lastDays(daily_uptime));
  };
  const open = async (monitor: MonitorRow, started_at: number) => {
    const alert = await makeAlert(test.db, monitor, { ...outage, created_at: started_at });
    await test.db
      .updateTable('stored_monitors')
      .set({ outage_alert_id: alert.id })
      .where('id', '=', monitor.id)
      .execute();
    return alert.id;
  };

  it('are told of the website and of each of its services, by day', async () => {
    await makeAlert(test.db, page, { ...outage, created_at: testNow - day, ended_at: testNow - 10 * hour });
    await makeAlert(test.db, service, { ...outage, created_at: testNow - 11 * hour, ended_at: testNow - 9 * hour });
    await makeAlert(test.db, page, { alert_type: 'SLOW', problem: 'slow', created_at: testNow - day });
    await refresh({ is_structural: true });
    expect(shown()).toEqual([
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
    const website = known.websites.get(page.website_id);
    const [first] = website ? describeWebsite(website, known.figures, testNow).daily_uptime : [];
    expect(Object.keys(first ?? {})).toEqual(['date', 'uptime', 'checks']);
  });

  it('follow each check that begins or ends one', async () => {
    await refresh({ is_structural: true });
    const id = await open(page, testNow - hour);
    await refresh(checked());
    expect(shown()[1]).toEqual([
      [0, 0],
      [3600, 1],
    ]);
    expect(shown(testNow + 60_000)[1]).toEqual([
      [0, 0],
      [3660, 1],
    ]);
    await test.db
      .updateTable('alerts')
      .set({ ended_at: testNow - 60_000 })
      .where('id', '=', id)
      .execute();
    await test.db.updateTable('stored_monitors').set({ outage_alert_id: null }).execute();
    await refresh(checked());
    expect(shown(testNow + 60_000)[1]).toEqual([
      [0, 0],
      [3540, 1],
    ]);
  });

  it('are read by one statement more when one began, and by none when nothing did', async () => {
    await refresh({ is_structural: true });
    const statements: string[] = [];
    test.storage.onStatement((sql) => statements.push(sql));
    const ofOutages = () =>
      statements
        .splice(0)
        .filter((sql) => /from "alerts" as "a" left join "maintenance_runs".* where "a"."monitor_id"/.test(sql)).length;
    await refresh(checked());
    expect(ofOutages()).toBe(0);
    await open(page, testNow - hour);
    await open(service, testNow - hour);
    await refresh(checked());
    expect(ofOutages()).toBe(1);
    await refresh(checked());
    expect(ofOutages()).toBe(0);
    expect(statements.filter((sql) => sql.includes('from "checks"'))).toEqual([]);
  });

  it('are gone with their alerts', async () => {
    await makeAlert(test.db, page, { ...outage, created_at: testNow - hour, ended_at: testNow });
    await refresh({ is_structural: true });
    expect(shown()[0]).toEqual([
      [0, 0],
      [3600, 1],
    ]);
    await test.db.deleteFrom('alerts').execute();
    await refresh({ is_structural: true });
    expect(shown()[0]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
