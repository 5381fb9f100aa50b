import { describe, expect, it } from 'vitest';
import { quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { noSums } from '../../../checks/record/rollups/sums.ts';
import { testNow } from '../../../testing/rows.ts';
import { openForOverview, type ToldIncident } from '../told/told-incident.ts';
import { describeWebsite, statusDetail, statusOverviewItem } from './describe-website.ts';
import { emptyFigures } from './figures.ts';
import type { PublicMonitorRow } from './website-store.ts';

const row = (given: Partial<PublicMonitorRow>): PublicMonitorRow => ({
  ...{ id: 1, website_id: 3, kind: 'URL', name: null, target: 'https://user:secret@shop.example.com/', port: null },
  ...{ metadata_tag: null, check_interval_seconds: 60, created_at: testNow, is_up: 1 },
  ...{ slow_alert_id: null, outage_alert_id: null, revision: 1, last_check_id: 7 },
  ...{ last_check_time: testNow, last_response_time_us: 250_000, outage_began_at: null },
  ...given,
});
const service = row({ ...{ id: 2, kind: 'TCP_PORT', name: 'Database', target: 'db.internal', port: 5432 }, is_up: 0 });

const describeAll = (...monitors: PublicMonitorRow[]) => {
  const figures = new Map(monitors.map(({ id }) => [id, emptyFigures()]));
  for (const { id } of monitors) {
    figures
      .get(id)
      ?.quarters.set(testNow, { ...noSums, checks: 4, failures: id - 1, sum_us: (5 - id) * 1_000_000 * id });
  }
  const website = { id: 3, name: 'Shop', description: null, created_at: testNow, automatic_incidents: null };
  return {
    website: describeWebsite(
      { website, monitors, alerts: [], told: [], windows: [], marks: [] },
      figures,
      testNow + quarterHour,
    ),
    figures,
  };
};

describe('a website as the public may know it', () => {
  it('names a page without credentials, and a service by its name', () => {
    const { website } = describeAll(row({}), service, row({ id: 3, kind: 'ICMP_PING', target: '192.0.2.1' }));
    expect(website.monitors.map(({ name }) => name)).toEqual(['https://shop.example.com/', 'Database', '192.0.2.1']);
  });

  it('is up by all its monitors, and as fast as its pages', () => {
    const { website } = describeAll(row({}), service);
    expect(website).toMatchObject({ status: 'partial', uptime_24h: 87.5, avg_response_time_seconds: 1 });
    expect(describeAll(service).website).toMatchObject({ status: 'down', avg_response_time_seconds: 2 });
  });

  it('is unknown while nothing was checked, and slow while the alert is open', () => {
    const unchecked = row({ is_up: null, last_check_time: null, last_response_time_us: null });
    const { website } = describeAll(unchecked);
    expect([website.status, website.monitors[0]?.is_up]).toEqual(['unknown', null]);
    expect(describeAll(row({ slow_alert_id: 9 })).website.monitors[0]?.has_slow_alert).toBe(true);
  });

  it('is counted by pages and services, and shown with each of them', () => {
    const { website, figures } = describeAll(row({}), service);
    expect(statusOverviewItem(website)).toMatchObject({ url_count: 1, network_monitor_count: 1, uptime_24h: 87.5 });
    const detail = statusDetail(website, figures, testNow + quarterHour);
    expect(detail.urls).toMatchObject([{ url: 'https://shop.example.com/', status: 'up', last_response_time: 0.25 }]);
    expect(detail.network_monitors).toMatchObject([
      { name: 'Database', monitor_type: 'TCP_PORT', host: 'db.internal', port: 5432, status: 'down', uptime_24h: 75 },
    ]);
  });
});

it('a problem leads to the incident that tells of it, to no other, and so does its end', () => {
  const minute = 60_000;
  const said = { target: 'Shop', problem: 'outage', cause: '', lasted_seconds: null } as const;
  const alert = (id: number, monitor_id: number, alert_type: 'DOWN' | 'RECOVERED', created_at: number) => ({
    ...{ id, website_id: 3, monitor_id, alert_type, created_at, sentence: `${id}`, said },
    ended_at: alert_type === 'DOWN' ? created_at + minute : null,
  });
  const told: ToldIncident = {
    ...{ id: 12, title: 'Pages fail', impact: 'minor', status: 'resolved', website_ids: [], monitor_ids: [1] },
    ...{ is_general: false, started_at: testNow, resolved_at: testNow + 10 * minute, updated_at: testNow, updates: [] },
  };
  const alerts = [
    alert(5, 1, 'DOWN', testNow + 30 * minute),
    alert(4, 2, 'DOWN', testNow + minute),
    alert(3, 1, 'RECOVERED', testNow + 2 * minute),
    alert(2, 1, 'DOWN', testNow + minute),
    alert(1, 1, 'DOWN', testNow - 30 * minute),
  ];
  const website = { ...describeAll(row({}), service).website, recent_alerts: alerts, told: [told] };
  const { recent_incidents } = statusDetail(website, new Map(), testNow + quarterHour);
  expect(recent_incidents.map(({ incident_id }) => incident_id)).toEqual([undefined, undefined, 12, 12, undefined]);
});

it('the overview begins with open incidents, without their texts', () => {
  const update = { id: 1, status: 'monitoring', body: 'A long text', display_at: testNow, edited_at: null } as const;
  const told: ToldIncident = {
    ...{ id: 12, title: 'Pages fail', impact: 'minor', status: 'monitoring', website_ids: [], monitor_ids: [] },
    ...{ is_general: true, started_at: testNow, resolved_at: null, updated_at: testNow },
    updates: [update, { ...update, id: 0 }],
  };
  const over = { ...told, id: 13, resolved_at: testNow };
  expect(openForOverview([told, over])).toMatchObject([{ id: 12, updates: [{ id: 1, body: '' }] }]);
  expect(openForOverview([told, over])[0]?.updates).toHaveLength(1);
});
