import { testNow } from '../../../testing/rows.ts';
import type { PublicIncident } from '../figures/incidents.ts';
import type { PublicMonitor, PublicState, PublicWebsite } from '../figures/public-state.ts';
import type { ToldRun } from '../maintenance/public-runs.ts';
import type { ToldIncident } from '../told/told-incident.ts';

/** A name with what may break HTML, XML, scripts, templates and terminals. */
export const nastyName = `Shop <b>&"'</b> ]]> </script> $& \u0007 \ud800 π`;

export const publicMonitor = (given: Partial<PublicMonitor> = {}): PublicMonitor => ({
  id: 1,
  kind: 'URL',
  name: 'https://shop.example.com/',
  host: 'https://shop.example.com/',
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
  uptime_7d: 99.98,
  uptime_30d: 99.996,
  avg_response_time_seconds: 0.25,
  daily_uptime: [],
  monitors: [publicMonitor()],
  recent_alerts: [],
  ...{ told: [], windows: [], marks: [] },
  ...given,
});

export const publicIncident = (given: Partial<PublicIncident> = {}): PublicIncident => ({
  id: 77,
  website_id: 1,
  monitor_id: 1,
  type: 'DOWN',
  title: 'Shop: https://shop.example.com/ is down: HTTP 503',
  said: { target: 'Shop: https://shop.example.com/', problem: 'outage', cause: 'HTTP 503', lasted_seconds: null },
  started_at: testNow - 3_600_000,
  ended_at: null,
  ...given,
});

/** A run that goes on since half an hour, for another one. */
export const publicRun = (given: Partial<ToldRun> = {}): ToldRun => ({
  ...{ id: 5, title: 'Move of the database', body: 'We *move* it.', state: 'in_progress' },
  ...{ starts_at: testNow - 1_800_000, ends_at: testNow + 1_800_000 },
  ...{ created_at: testNow - 2e8, announced_at: testNow - 1e8, updated_at: testNow - 1_800_000 },
  ...{ website_ids: [1], monitor_ids: [] },
  affected: () => ({ websites: [{ id: 1, name: 'Shop' }], services: [] }),
  ...given,
});

export const publicState = (given: Partial<PublicState> = {}): PublicState => ({
  brand: 'Acme & Sons',
  base_url: 'https://status.example.org',
  news: 'version-of-news',
  now: testNow,
  websites: [publicWebsite()],
  incidents: [],
  ...{ told: [], runs: [] },
  ...given,
});

export const toldIncident = (given: Partial<ToldIncident> = {}): ToldIncident => ({
  ...{ id: 1, title: 'A', impact: 'major', status: 'investigating', website_ids: [1], monitor_ids: [], updates: [] },
  ...{ is_general: false, started_at: testNow, resolved_at: null, updated_at: testNow, ...given },
});
