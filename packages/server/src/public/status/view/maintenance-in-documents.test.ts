import type { MaintenanceStart } from '@upvigil/core/contract/maintenance';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { dayTone } from '@upvigil/core/status/day-tone';
import { windowOfHours, windowOfRange } from '@upvigil/core/time-ranges';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readReportFigures } from '../../../alerts/reports/report-figures-store.ts';
import { answerError } from '../../../api/http/error-handler.ts';
import { dashboardStats } from '../../../api/routes/dashboard-store.ts';
import { maintenanceRoutes } from '../../../api/routes/maintenance.ts';
import { networkStats } from '../../../api/routes/network-monitors-store.ts';
import { readUrl } from '../../../api/routes/urls-store.ts';
import { websiteStatistics } from '../../../api/routes/website-statistics.ts';
import { findSummedWebsite } from '../../../checks/record/rollups/website-rollups.ts';
import { countsMaintenance, generalSettings } from '../../../storage/settings/general-settings-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { auditOn } from '../../../testing/change-on.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { createPublicSnapshot, type PublicSnapshot } from '../snapshot.ts';

const second = 1000;
const minute = 60 * second;

let lab: NotificationLab;
let app: FastifyInstance;
let snapshot: PublicSnapshot;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, lab.db);
  maintenanceRoutes(app, { db: lab.db, clock: lab.clock, changes: lab.changes, current: lab.maintenance });
  snapshot = createPublicSnapshot({
    db: lab.db,
    clock: lab.clock,
    changes: lab.changes,
    publicUrl: () => 'https://status.example.org',
    readSettings: async () => ({
      brand: 'Acme',
      language: 'en',
      counts_maintenance: await countsMaintenance(lab.db),
    }),
    html: '<html></html>',
    htmlForm: { contentType: 'text/html' },
    onError: (error) => {
      throw error;
    },
  });
  await lab.startOutbox();
});
afterEach(async () => {
  await snapshot.stop();
  await app.close();
  await lab.close();
});

async function start(given: Partial<MaintenanceStart> = {}): Promise<{ id: number }> {
  const payload = { website_ids: [monitor.website_id], minutes: 10, ...given };
  return (await app.inject({ method: 'POST', url: '/maintenance/start', payload })).json();
}
const end = (id: number) => app.inject({ method: 'POST', url: `/maintenance/runs/${id}/end` });
async function shown<T>(path: string): Promise<T> {
  await snapshot.reload();
  return JSON.parse((await snapshot.prepare(path))?.identity.body.toString() ?? 'null');
}
const item = async () => (await shown<StatusOverviewItem[]>('/api/public/status'))[0];
const detail = () => shown<StatusDetail>(`/api/public/status/${monitor.website_id}`);
const today = (of: StatusOverviewItem | undefined) => of?.daily_uptime.at(-1);

it('24.4: DOWN and up inside: nobody is notified, the ledger has the reason, uptime is 100 and the day is blue', async () => {
  await lab.comeUp(monitor);
  await start();
  await lab.advance(minute);
  await lab.goDown(monitor);
  expect(await item()).toMatchObject({ status: 'down', maintenance: { title: null } });
  await lab.advance(minute);
  await lab.comeUp(monitor);
  await lab.advance(30 * minute);
  await lab.comeUp(monitor);

  expect([lab.smtp.messages, lab.sms.messages]).toEqual([[], []]);
  expect((await lab.ledger('DOWN')).map(({ status, reason }) => [status, reason])).toEqual(
    Array.from({ length: 3 }, () => ['suppressed', 'maintenance until 12:10']),
  );
  const website = await item();
  expect(website).toMatchObject({ status: 'up', uptime_24h: 100 });
  expect(website).not.toHaveProperty('maintenance');
  const day = today(website);
  expect(day).toMatchObject({ uptime: 100, checks: 5, maintenance_checks: 3, maintenance_seconds: 600 });
  expect(day).toMatchObject({ down_seconds: 0, outages: 0 });
  expect(day && dayTone(day)).toBe('info');
  const found = await detail();
  expect(found).toMatchObject({ uptime_7d: 100, recent_incidents: [] });
  expect(found.urls[0]).toMatchObject({ uptime_24h: 100, daily_uptime: expect.arrayContaining([day]) });
  expect(await shown('/api/v2/incidents.json')).toMatchObject({ incidents: [] });
});

it('24.5: flipping the setting changes the figure and back, everywhere', async () => {
  const service = await makeMonitor(lab.db, { website_id: monitor.website_id, kind: 'TCP_PORT' });
  await lab.comeUp(monitor, service);
  await start();
  await lab.advance(minute);
  await lab.goDown(monitor, service);
  await lab.advance(minute);
  await lab.comeUp(monitor, service);
  const now = lab.clock.now();
  const figures = async () => {
    const overview = await item();
    const page = await detail();
    const stats = await dashboardStats(lab.db, windowOfHours(24, now), now);
    const website = await findSummedWebsite(lab.db, monitor.website_id);
    if (!website) throw new Error('The website is gone');
    const period = { from: now - 86_400_000, to: now + 1 };
    const report = await readReportFigures(
      lab.db,
      { period, websiteIds: 'all' },
      { channels: lab.channels, newestBackup: async () => null },
    );
    return {
      public: [overview?.uptime_24h, today(overview)?.uptime, page.uptime_7d, page.urls[0]?.uptime_24h],
      badge: (await shown<{ message: string }>(`/badge/${monitor.website_id}/uptime.json`)).message,
      metrics: snapshot.websites()[0]?.uptime_30d,
      dashboard: stats.network_stats[0]?.uptime_percentage,
      statistics: (await websiteStatistics(lab.db, website, { hours: 24 }, now)).uptime_percentage,
      report: report.websites[0]?.uptime,
      url: (await readUrl({ db: lab.db, secrets: lab.secrets }, monitor.id, now)).uptime_24h,
      service: (await networkStats(lab.db, service.id, windowOfRange('24h', now), now)).uptime_percentage,
      down: today(overview)?.outages,
    };
  };
  const without = await figures();
  expect(without).toMatchObject({ public: [100, 100, 100, 100], badge: '100.00%', service: 100, url: 100, down: 0 });
  await generalSettings.save(lab.db, { ...(await generalSettings.read(lab.db)), uptime_counts_maintenance: true });
  const counted = await figures();
  expect(counted).toMatchObject({ public: [50, 50, 50, 50], badge: '50.00%', metrics: 50, dashboard: 50, down: 2 });
  expect(counted).toMatchObject({ statistics: 50, report: 50, url: 50, service: 50 });
  await generalSettings.save(lab.db, { ...(await generalSettings.read(lab.db)), uptime_counts_maintenance: false });
  expect(await figures()).toEqual(without);
});

it('an outage older than the run stays visible, and an open problem is published two minutes after the end', async () => {
  await lab.goDown(monitor);
  await lab.advance(second);
  const { id } = await start();
  expect(await item()).not.toHaveProperty('maintenance');
  expect(await shown('/api/v2/summary.json')).toMatchObject({ status: { indicator: 'critical' } });
  await lab.comeUp(monitor);
  await lab.goDown(monitor);
  expect(await shown('/api/v2/summary.json')).toMatchObject({ status: { indicator: 'maintenance' } });
  expect(await shown('/api/v2/incidents/unresolved.json')).toMatchObject({ incidents: [] });
  await end(id);
  await lab.advance(minute);
  expect(await item()).toMatchObject({ status: 'down' });
  expect(await shown('/api/v2/incidents/unresolved.json')).toMatchObject({ incidents: [] });
  await lab.advance(minute + second);
  expect(await shown('/api/v2/incidents/unresolved.json')).toMatchObject({ incidents: [{ impact: 'major' }] });
  expect((await detail()).recent_incidents.map(({ type }) => type)).toEqual(['DOWN', 'RECOVERED', 'DOWN']);
});

it('precedence: an outage outside maintenance, slow, maintenance, up', async () => {
  const service = await makeMonitor(lab.db, { website_id: monitor.website_id, kind: 'TCP_PORT' });
  await lab.comeUp(monitor, service);
  await start({ website_ids: [], monitor_ids: [monitor.id], title: 'Move', public: true });
  const state = async () => {
    type Summary = { status: { indicator: string }; components: { status: string }[] };
    const summary = await shown<Summary>('/api/v2/summary.json');
    const badge = await shown<{ message: string }>(`/badge/${monitor.website_id}/status.json`);
    return [summary.status.indicator, badge.message, ...summary.components.map(({ status }) => status)];
  };
  expect(await state()).toEqual(['maintenance', 'maintenance', ...Array(2).fill('under_maintenance'), 'operational']);
  expect(await item()).toMatchObject({ status: 'up', maintenance: { title: 'Move' } });
  await lab.goSlow(monitor);
  expect(await state()).toEqual(['minor', 'slow', ...Array(2).fill('degraded_performance'), 'operational']);
  await lab.goDown(monitor);
  expect(await state()).toEqual(['maintenance', 'maintenance', ...Array(2).fill('under_maintenance'), 'operational']);
  expect(await item()).toMatchObject({ status: 'partial', maintenance: { title: 'Move' } });
  await lab.goDown(service);
  expect(await state()).toEqual(['major', 'down', 'partial_outage', 'under_maintenance', 'major_outage']);
  expect(await item()).not.toHaveProperty('maintenance');
  expect((await detail()).urls[0]).toMatchObject({ status: 'down', maintenance: { title: 'Move' } });
  expect((await detail()).network_monitors[0]).not.toHaveProperty('maintenance');
});
