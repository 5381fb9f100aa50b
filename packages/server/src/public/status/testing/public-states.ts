import { testNow } from '../../../testing/rows.ts';
import type { AlertIncident } from '../view/alert-incidents.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { PublicMonitor, PublicView, PublicWebsite } from '../view/public-view.ts';

/** A name that may break HTML, XML, scripts, templates and terminals. */
export const nastyName = `Shop <b>&"'</b> ]]> </script> $& \u0007 \ud800 π`;

export const publicMonitor = (given: Partial<PublicMonitor> = {}): PublicMonitor => ({
  id: 1,
  kind: 'URL',
  name: 'https://shop.example.com/',
  target: 'https://shop.example.com/',
  port: null,
  metadata_tag: null,
  check_interval_seconds: 60,
  created_at: testNow - 1e9,
  is_up: true,
  has_slow_alert: false,
  maintenance: null,
  last_check_time: testNow,
  last_response_time_seconds: 0.25,
  ...given,
});

export const publicWebsite = (given: Partial<PublicWebsite> = {}): PublicWebsite => ({
  id: 1,
  name: 'Shop',
  description: null,
  created_at: testNow - 1e9,
  status: 'up',
  maintenance: null,
  uptime_24h: 100,
  coverage_24h: 100,
  uptime_7d: 99.98,
  coverage_7d: 79.16,
  uptime_30d: 99.996,
  avg_response_time_seconds: 0.25,
  daily_uptime: [],
  monitors: [publicMonitor()],
  recent_alerts: [],
  counts_maintenance: false,
  reports: [],
  windows: [],
  marks: [],
  ...given,
});

export const alertIncident = (given: Partial<AlertIncident> = {}): AlertIncident => ({
  id: 77,
  website_id: 1,
  monitor_id: 1,
  type: 'DOWN',
  title: 'Shop: https://shop.example.com/ is down: HTTP 503',
  facts: { target: 'Shop: https://shop.example.com/', problem: 'outage', cause: 'HTTP 503', lasted_seconds: null },
  started_at: testNow - 3_600_000,
  ended_at: null,
  ...given,
});

/** A run that started half an hour ago and lasts for another one. */
export const publicRun = (given: Partial<PublicRun> = {}): PublicRun => ({
  id: 5,
  title: 'Move of the database',
  body: 'We *move* it.',
  state: 'in_progress',
  starts_at: testNow - 1_800_000,
  ends_at: testNow + 1_800_000,
  planned_ends_at: testNow + 1_800_000,
  created_at: testNow - 2e8,
  announced_at: testNow - 1e8,
  updated_at: testNow - 1_800_000,
  website_ids: [1],
  monitor_ids: [],
  affected: { websites: [{ id: 1, name: 'Shop' }], services: [] },
  updates: [],
  ...given,
});

export const publicView = (given: Partial<PublicView> = {}): PublicView => ({
  brand: 'Acme & Sons',
  base_url: 'https://status.example.org',
  language: 'en',
  news: 'version-of-news',
  now: testNow,
  websites: [publicWebsite()],
  incidents: [],
  reports: [],
  runs: [],
  details: new Map(),
  ...given,
});

export const incidentReport = (given: Partial<IncidentReport> = {}): IncidentReport => ({
  id: 1,
  title: 'A',
  impact: 'major',
  status: 'investigating',
  website_ids: [1],
  monitor_ids: [],
  updates: [],
  affected: { websites: [{ id: 1, name: 'Shop' }], services: [] },
  is_general: false,
  started_at: testNow,
  resolved_at: null,
  updated_at: testNow,
  ...given,
});
