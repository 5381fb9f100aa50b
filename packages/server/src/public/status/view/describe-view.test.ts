import { describe, expect, it } from 'vitest';
import { noSums, type Sums } from '../../../checks/record/rollups/sums.ts';
import { testNow } from '../../../testing/rows.ts';
import { statusDetail, statusOverviewItem } from '../documents/status-json.ts';
import { incidentReport, publicView } from '../testing/public-states.ts';
import { describeWebsite } from './describe-view.ts';
import { noWebsiteFigures, shownBuckets } from './figures.ts';
import { openReportsForOverview } from './incident-reports.ts';
import type { WebsiteDetails } from './public-view.ts';
import type { PublicMonitorRow } from './website-store.ts';

const row = (given: Partial<PublicMonitorRow>): PublicMonitorRow => ({
  id: 1,
  website_id: 3,
  kind: 'URL',
  name: null,
  target: 'https://user:secret@shop.example.com/',
  port: null,
  metadata_tag: null,
  check_interval_seconds: 60,
  created_at: testNow,
  is_up: 1,
  slow_alert_id: null,
  last_check_time: testNow,
  last_response_time_us: 250_000,
  outage_began_at: null,
  ...given,
});
const service = row({ id: 2, kind: 'TCP_PORT', name: 'Database', target: 'db.internal', port: 5432, is_up: 0 });

const sums: Sums = { ...noSums, checks: 4, failures: 1, sum_us: 6_000_000 };
const details: WebsiteDetails = {
  now: testNow,
  figures: new Map([[2, { quarters: new Map([[testNow, sums]]), days: new Map() }]]),
  disabled: new Map(),
  outages: () => [],
};

function describeAll(...monitors: PublicMonitorRow[]) {
  const website = { id: 3, name: 'Shop', description: null, created_at: testNow, automatic_incidents: null };
  const [pages, services] = ['URL', 'TCP_PORT'].map((kind) =>
    monitors.some((monitor) => monitor.kind === kind) ? sums : noSums,
  );
  const last_day = { all: sums, pages: { ...(pages ?? noSums), sum_us: 3_000_000 }, services: services ?? noSums };
  const figures = new Map([[3, { ...noWebsiteFigures(), last_day }]]);
  const rows = { website, monitors, unobserved: new Set<number>(), alerts: [], reports: [], windows: [], marks: [] };
  return describeWebsite(
    rows,
    { now: testNow, websites: figures, outages: new Map(), disabled: new Map() },
    { now: testNow, buckets: shownBuckets(testNow), counts: false },
  );
}

describe('the public view of a website', () => {
  it('names a page without credentials, and a service by its name', () => {
    const website = describeAll(row({}), service, row({ id: 3, kind: 'ICMP_PING', target: '192.0.2.1' }));
    expect(website.monitors.map(({ name }) => name)).toEqual(['https://shop.example.com/', 'Database', '192.0.2.1']);
  });

  it('heads a page with its label, beside its address', () => {
    const { urls } = statusDetail(publicView(), describeAll(row({}), row({ id: 2, name: 'Checkout' })), details);
    expect(urls.map(({ label, url }) => [label, url])).toEqual([
      [undefined, 'https://shop.example.com/'],
      ['Checkout', 'https://shop.example.com/'],
    ]);
  });

  it('is up by all its monitors, and as fast as its pages', () => {
    expect(describeAll(row({}), service)).toMatchObject({
      status: 'partial',
      uptime_24h: 75,
      avg_response_time_seconds: 1,
    });
    expect(describeAll(service)).toMatchObject({ status: 'down', avg_response_time_seconds: 2 });
  });

  it('is unknown while nothing was checked, and slow while the alert is open', () => {
    const unchecked = row({ is_up: null, last_check_time: null, last_response_time_us: null });
    const website = describeAll(unchecked);
    expect([website.status, website.monitors[0]?.is_up]).toEqual(['unknown', null]);
    expect(describeAll(row({ slow_alert_id: 9 })).monitors[0]?.has_slow_alert).toBe(true);
  });

  it('is counted by pages and services, with each of them in its detail', () => {
    const website = describeAll(row({}), service);
    expect(statusOverviewItem(website)).toMatchObject({ url_count: 1, network_monitor_count: 1, uptime_24h: 75 });
    const detail = statusDetail(publicView(), website, details);
    expect(detail.urls).toMatchObject([{ url: 'https://shop.example.com/', status: 'up', last_response_time: 0.25 }]);
    expect(detail.network_monitors).toMatchObject([
      { name: 'Database', monitor_type: 'TCP_PORT', host: 'db.internal', port: 5432, status: 'down', uptime_24h: 75 },
    ]);
  });
});

it('a problem and its end link to the incident that covers it, and to no other', () => {
  const minute = 60_000;
  const facts = { target: 'Shop', problem: 'outage', cause: '', lasted_seconds: null } as const;
  const alert = (id: number, monitor_id: number, alert_type: 'DOWN' | 'RECOVERED', created_at: number) => ({
    id,
    website_id: 3,
    monitor_id,
    alert_type,
    created_at,
    sentence: `${id}`,
    facts,
    ended_at: alert_type === 'DOWN' ? created_at + minute : null,
  });
  const report = incidentReport({
    id: 12,
    status: 'resolved',
    website_ids: [],
    monitor_ids: [1],
    started_at: testNow,
    resolved_at: testNow + 10 * minute,
  });
  const alerts = [
    alert(5, 1, 'DOWN', testNow + 30 * minute),
    alert(4, 2, 'DOWN', testNow + minute),
    alert(3, 1, 'RECOVERED', testNow + 2 * minute),
    alert(2, 1, 'DOWN', testNow + minute),
    alert(1, 1, 'DOWN', testNow - 30 * minute),
  ];
  const website = { ...describeAll(row({}), service), recent_alerts: alerts, reports: [report] };
  const { recent_incidents } = statusDetail(publicView(), website, details);
  expect(recent_incidents.map(({ incident_id }) => incident_id)).toEqual([undefined, undefined, 12, 12, undefined]);
});

it('the overview begins with open incidents, with the newest text only', () => {
  const update = { id: 1, status: 'monitoring', body: 'A long text', display_at: testNow, edited_at: null } as const;
  const report = incidentReport({ id: 12, updates: [update, { ...update, id: 0 }] });
  const over = { ...report, id: 13, resolved_at: testNow };
  expect(openReportsForOverview([report, over])).toMatchObject([
    {
      id: 12,
      summary: 'A long text',
      updates: [
        { id: 1, body: '' },
        { id: 0, body: '' },
      ],
    },
  ]);
});
