import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testNow } from '../../../testing/rows.ts';
import {
  alertIncident,
  incidentReport,
  publicMonitor,
  publicRun,
  publicView,
  publicWebsite,
} from '../testing/public-states.ts';
import type { PublicView } from '../view/public-view.ts';
import { statuspageDocuments } from './statuspage-v2.ts';

/** As strict clients read them: enums, times with an offset, no missing field. */
const time = z.iso.datetime({ offset: true });
const page = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: time,
});
const componentStatus = z.enum([
  'operational',
  'degraded_performance',
  'partial_outage',
  'major_outage',
  'under_maintenance',
]);
const component = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: componentStatus,
  description: z.string().nullable(),
  position: z.int(),
  showcase: z.boolean(),
  start_date: z.iso.date(),
  created_at: time,
  updated_at: time,
  group_id: z.string().nullable(),
  page_id: z.string(),
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
  components: z.array(z.string()).optional(),
});
const incidentStatus = z.enum(['investigating', 'identified', 'monitoring', 'resolved', 'postmortem']);
const incident = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: incidentStatus,
  impact: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
  created_at: time,
  updated_at: time,
  started_at: time,
  monitoring_at: time.nullable(),
  resolved_at: time.nullable(),
  shortlink: z.url(),
  page_id: z.string(),
  components: z.array(component),
  incident_updates: z.array(
    z.strictObject({
      id: z.string(),
      status: incidentStatus,
      body: z.string(),
      incident_id: z.string(),
      created_at: time,
      updated_at: time,
      display_at: time,
      deliver_notifications: z.boolean(),
      affected_components: z.array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          old_status: componentStatus,
          new_status: componentStatus,
        }),
      ),
      custom_tweet: z.null(),
      tweet_id: z.null(),
    }),
  ),
});
const status = z.strictObject({
  indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
  description: z.string().min(1),
});
const runStatus = z.enum(['scheduled', 'in_progress', 'verifying', 'completed']);
const maintenance = incident.extend({
  status: runStatus,
  scheduled_for: time,
  scheduled_until: time,
  incident_updates: z.array(incident.shape.incident_updates.element.extend({ status: runStatus })),
});
const maintenances = z.array(maintenance);
const shapes: Record<string, z.ZodType> = {
  '/api/v2/status.json': z.strictObject({ page, status }),
  '/api/v2/summary.json': z.strictObject({
    page,
    status,
    components: z.array(component),
    incidents: z.array(incident),
    scheduled_maintenances: maintenances,
  }),
  '/api/v2/components.json': z.strictObject({ page, components: z.array(component) }),
  '/api/v2/incidents.json': z.strictObject({ page, incidents: z.array(incident) }),
  '/api/v2/incidents/unresolved.json': z.strictObject({ page, incidents: z.array(incident) }),
  '/api/v2/scheduled-maintenances.json': z.strictObject({ page, scheduled_maintenances: maintenances }),
  '/api/v2/scheduled-maintenances/upcoming.json': z.strictObject({ page, scheduled_maintenances: maintenances }),
  '/api/v2/scheduled-maintenances/active.json': z.strictObject({ page, scheduled_maintenances: maintenances }),
};

const up = publicMonitor();
const slow = publicMonitor({ id: 2, has_slow_alert: true });
const down = publicMonitor({ id: 3, kind: 'TCP_PORT', name: 'Database', target: 'db', port: 5432, is_up: false });
const unknown = publicMonitor({ id: 4, is_up: null, last_check_time: null });
const websiteWith = (...monitors: ReturnType<typeof publicMonitor>[]) =>
  publicWebsite({
    monitors,
    status: monitors.every(({ is_up }) => is_up) ? 'up' : monitors.some(({ is_up }) => is_up) ? 'partial' : 'down',
  });
const stateWith = (...monitors: ReturnType<typeof publicMonitor>[]): PublicView =>
  publicView({ websites: [websiteWith(...monitors)] });

const document = <T>(state: PublicView, name: string) => statuspageDocuments[`/api/v2/${name}.json`]?.(state) as T;
const statusOf = (state: PublicView) => document<{ status: z.output<typeof status> }>(state, 'status').status;
const componentsOf = (state: PublicView) =>
  document<{ components: z.output<typeof component>[] }>(state, 'components').components;
const incidentsOf = (state: PublicView, name: string) =>
  document<{ incidents: z.output<typeof incident>[] }>(state, name).incidents;

describe('the status API', () => {
  const runs = [
    publicRun({ id: 4, state: 'completed', ends_at: testNow - 600_000 }),
    publicRun({ id: 5 }),
    publicRun({ id: 6, state: 'verifying', ends_at: testNow - 1000, website_ids: [], monitor_ids: [3] }),
    publicRun({ id: 7, state: 'scheduled', starts_at: testNow + 1000 }),
  ];
  const full = {
    ...stateWith(up, slow, down),
    runs,
    incidents: [alertIncident({ monitor_id: 3 }), alertIncident({ id: 5, ended_at: testNow, type: 'SLOW' })],
  };

  it.each(Object.keys(shapes))('answers %s in its shape', (path) => {
    for (const state of [full, publicView({ websites: [] }), stateWith(unknown)]) {
      expect(shapes[path]?.safeParse(statuspageDocuments[path]?.(state)).error).toBeUndefined();
    }
    expect(Object.keys(statuspageDocuments).sort()).toEqual(Object.keys(shapes).sort());
  });

  it.each([
    [stateWith(up), 'none', 'All Systems Operational'],
    [stateWith(up, slow), 'minor', 'Degraded Performance'],
    [stateWith(up, slow, down), 'major', 'Partial System Outage'],
    [stateWith(down), 'critical', 'Major Service Outage'],
    [stateWith(up, unknown), 'none', 'All Systems Operational'],
    [stateWith(unknown), 'none', 'No data yet'],
  ])('sums up the state (%#)', (state, indicator, description) => {
    expect(statusOf(state)).toEqual({ indicator, description });
  });

  it('has the time of the last check, addition or update', () => {
    const updated = (state: PublicView) => document<{ page: { updated_at: string } }>(state, 'status').page.updated_at;
    const added = stateWith(unknown);
    const created = added.websites[0]?.created_at ?? 0;
    expect(created).toBeGreaterThan(0);
    expect(updated(added)).toBe(new Date(created).toISOString());
    expect(updated({ ...added, reports: [incidentReport({ updated_at: created + 1000 })] })).toBe(
      new Date(created + 1000).toISOString(),
    );
  });

  it('makes a group of each website and a component of each checked monitor', () => {
    const components = componentsOf(stateWith(up, down, unknown));
    expect(components.map(({ id, status, group_id }) => [id, status, group_id])).toEqual([
      ['w1', 'partial_outage', null],
      ['u1', 'operational', 'w1'],
      ['n3', 'major_outage', 'w1'],
    ]);
    expect(components[0]?.components).toEqual(['u1', 'n3']);
    expect(componentsOf(stateWith(unknown))).toEqual([]);
  });

  it('has incidents with their end and affected components', () => {
    const [open, resolved] = incidentsOf(full, 'incidents');
    expect(open).toMatchObject({ id: 'i77', status: 'investigating', impact: 'major', resolved_at: null });
    expect(open?.components.map(({ id }) => id)).toEqual(['n3']);
    expect(resolved).toMatchObject({ status: 'resolved', impact: 'minor', resolved_at: '2026-03-10T12:00:00.000Z' });
    expect(resolved?.incident_updates.map((update) => update.status)).toEqual(['resolved', 'investigating']);
    expect(incidentsOf(full, 'incidents/unresolved').map(({ id }) => id)).toEqual(['i77']);
    expect(incidentsOf(full, 'summary').map(({ id }) => id)).toEqual(['i77']);
  });

  it('has maintenance by its state, with its updates and affected components', () => {
    const listed = (name: string) =>
      document<{ scheduled_maintenances: z.output<typeof maintenance>[] }>(full, name).scheduled_maintenances;
    const idsIn = (name: string) => listed(name).map(({ id, status: of }) => [id, of]);
    expect(idsIn('scheduled-maintenances/upcoming')).toEqual([['mnt7', 'scheduled']]);
    const active = [
      ['mnt5', 'in_progress'],
      ['mnt6', 'verifying'],
    ];
    expect(idsIn('scheduled-maintenances/active')).toEqual(active);
    expect(idsIn('summary')).toEqual([...active, ['mnt7', 'scheduled']]);
    expect(idsIn('scheduled-maintenances')).toHaveLength(4);
    const [over, , verifying] = listed('scheduled-maintenances');
    expect(over?.incident_updates.map((update) => update.status)).toEqual([
      ...['completed', 'verifying', 'in_progress', 'scheduled'],
    ]);
    expect(over).toMatchObject({ resolved_at: '2026-03-10T11:52:00.000Z', impact: 'maintenance' });
    expect(over?.incident_updates.at(-1)?.body).toBe('We *move* it.');
    expect(over?.components.map(({ id }) => id)).toEqual(['u1', 'u2', 'n3']);
    expect(verifying?.components.map(({ id }) => id)).toEqual(['n3']);
    expect(verifying?.shortlink).toBe('https://status.example.org/status/maintenance/6');
  });

  it('an outage in maintenance is under maintenance, and what is worse comes first', () => {
    const maintained = { title: null, until: '2026-03-10T14:00:00.000Z' };
    const work = { ...down, maintenance: maintained };
    const states = (state: PublicView) => componentsOf(state).map(({ status: of }) => of);
    expect(statusOf(stateWith(up, work))).toEqual({
      indicator: 'maintenance',
      description: 'Service Under Maintenance',
    });
    expect(states(stateWith(up, work))).toEqual(['under_maintenance', 'operational', 'under_maintenance']);
    expect(statusOf(stateWith(slow, work)).indicator).toBe('minor');
    expect(states(stateWith(slow, work))).toEqual([...Array(2).fill('degraded_performance'), 'under_maintenance']);
    expect(statusOf(stateWith({ ...up, id: 9, is_up: false }, work)).indicator).toBe('major');
    expect(states(stateWith({ ...up, id: 9, is_up: false }, work))[0]).toBe('partial_outage');
  });
});
