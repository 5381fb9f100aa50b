import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishDeletions, markWebsite } from '../../../checks/monitors/delete-monitors.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { makeIncident } from '../../../testing/incident-rows.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { incidentReport } from '../testing/public-states.ts';
import { openPublicTest, type PublicTest } from '../testing/public-test.ts';
import { covers } from './incident-reports.ts';

const minute = 60_000;
const problem = { website_id: 1, monitor_id: 7, started_at: testNow, ended_at: null as number | null };

describe('an incident covers a problem', () => {
  it.each([
    ['of its website', {}, {}, true],
    ['of its monitor', { website_ids: [], monitor_ids: [7] }, {}, true],
    ['of neither', { website_ids: [2], monitor_ids: [8] }, {}, false],
    ['where it names nothing', { website_ids: [], is_general: true }, {}, false],
    ['that began before it and lasts', {}, { started_at: testNow - minute }, true],
    ['that ended before it', {}, { started_at: testNow - 2 * minute, ended_at: testNow - minute }, false],
    ['that ended in it', { resolved_at: testNow + minute }, { ended_at: testNow }, true],
    ['that lasts on after it', { resolved_at: testNow + minute }, {}, false],
    ['that began after it', { resolved_at: testNow }, { started_at: testNow + 1, ended_at: testNow + 2 }, false],
  ])('%s', (_which, incident, given, expected) => {
    expect(covers(incidentReport(incident), { ...problem, ...given })).toBe(expected);
  });
});

describe('on the public pages', () => {
  let test: PublicTest;
  let monitor: MonitorRow;
  beforeEach(async () => {
    test = await openPublicTest();
    monitor = await makeMonitor(test.db, { failure_threshold: 1 });
    await test.record(monitor, { is_up: false, status_code: 503, error_message: 'HTTP 503' });
    await test.snapshot.start();
  });
  afterEach(() => test.close());

  const ids = async (name: string) =>
    (await test.json<{ incidents: { id: string }[] }>(`/api/v2/${name}.json`)).incidents.map(({ id }) => id);
  const listed = async () => {
    const feeds = await Promise.all(['atom', 'rss'].map(async (kind) => (await test.get(`/history.${kind}`)).text()));
    return {
      v2: await Promise.all(['incidents', 'incidents/unresolved', 'summary'].map(ids)),
      feeds: feeds.map((feed) => [...feed.matchAll(/(?:Incident\/|incident-)(\w+)</g)].map(([, id]) => id)),
    };
  };
  const thrice = (...all: string[]) => [all, all, all];

  it('a problem inside a published incident is not listed in addition, and one of a draft is', async () => {
    const alone = { v2: thrice('i1'), feeds: [['1'], ['1']] };
    expect(await listed()).toEqual(alone);
    const id = await makeIncident(test.db, { state: 'draft', website_ids: [monitor.website_id] });
    await test.snapshot.reload();
    expect(await listed()).toEqual(alone);
    await test.db.updateTable('incidents').set({ state: 'published' }).where('id', '=', id).execute();
    await test.snapshot.reload();
    expect(await listed()).toEqual({ v2: thrice(`inc${id}`), feeds: [[`c${id}`], [`c${id}`]] });
    // The website's recent alerts come from checks and stay listed.
    const detail = await test.json<StatusDetail>(`/api/public/status/${monitor.website_id}`);
    expect([detail.incidents.length, detail.recent_incidents.length]).toEqual([1, 1]);
  });

  it('an incident of a deleted website is not listed for the others', async () => {
    const other = await makeMonitor(test.db);
    const named = await makeIncident(test.db, { website_ids: [monitor.website_id], monitor_ids: [monitor.id] });
    const general = await makeIncident(test.db, { title: 'Of all' });
    const shown = async () => {
      await test.snapshot.reload();
      const detail = await test.json<StatusDetail>(`/api/public/status/${other.website_id}`);
      return detail.incidents.map(({ id }) => id);
    };
    expect(await shown()).toEqual([general]);
    await changeOn(test.db)((trx) => markWebsite(trx, monitor.website_id, testNow));
    expect(await shown()).toEqual([general]);
    await finishDeletions({ db: test.db, removeScreenshots: async () => undefined, isStopped: () => false });
    expect(await shown()).toEqual([general]);
    const page = await test.json<{ incidents: object[] }>('/api/public/page');
    expect(page.incidents).toMatchObject([{ id: general }, { id: named, website_ids: [], monitor_ids: [] }]);
  });

  it('the indicator is the worse of checks and of open incidents', async () => {
    const indicator = async () =>
      (await test.json<{ status: { indicator: string } }>('/api/v2/status.json')).status.indicator;
    const up = await makeMonitor(test.db, { is_up: 1, last_check_time: testNow, website_id: monitor.website_id });
    await test.snapshot.reload();
    expect(await indicator()).toBe('major');
    await makeIncident(test.db, { impact: 'minor', monitor_ids: [up.id] });
    await test.snapshot.reload();
    expect(await indicator()).toBe('major');
    const worst = await makeIncident(test.db, { impact: 'critical', monitor_ids: [up.id] });
    await test.snapshot.reload();
    expect(await indicator()).toBe('critical');
    await test.db.updateTable('incidents').set({ resolved_at: testNow }).where('id', '=', worst).execute();
    await test.snapshot.reload();
    expect(await indicator()).toBe('major');
  });
});
