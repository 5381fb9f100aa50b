import type { Notice } from '@upvigil/core/contract/notices';
import { type Route, type RoutingDocument, routeSchema, weekdays } from '@upvigil/core/contract/routing';
import { addChannel, addReport, addSilence } from '@upvigil/core/testing/fake-alerting';
import { addMark, addWindow, startFake } from '@upvigil/core/testing/fake-maintenance';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { exampleInstallation } from '../example-installation.ts';

const day = 24 * 60;
const longName = 'A rather long name of a channel without-any-room-to-break';

/** With channels, rules, policies, reports, mutes and notices, with and without problems. */
export function exampleAlerting(state: FakeState): void {
  exampleInstallation(state);
  const refused = '403 Forbidden: https://hooks.example.org/a/path/that/does/not/end/soon/and/has/no/room/to/break';
  const robot = addChannel(state, {
    kind: 'webhook',
    name: longName,
    last_error: refused,
    last_sent_at: minutesAgo(3),
    config: { url: 'https://hooks.example.org/alerts', headers: [{ name: 'X-Api-Key', value: 'abc' }], secret: 'x' },
  });
  const phone = addChannel(state, {
    kind: 'ntfy',
    name: 'Night phone',
    config: { base_url: '', topic: 'ops', token: '' },
    proven_at: minutesAgo(12 * day),
    secrets_missing: true,
    add_to_default_policy: true,
  });
  addChannel(state, {
    kind: 'ntfy',
    name: 'Old phone',
    enabled: false,
    config: { base_url: '', topic: 'old', token: '' },
    proven_at: minutesAgo(50 * day),
  });
  addRouting(state.routing, phone.id, robot.id, state);
  addReports(state);
  for (const target of [
    { website_id: state.websites[0]?.id ?? null, monitor_id: null },
    { website_id: null, monitor_id: state.urls[1]?.id ?? null },
    { website_id: null, monitor_id: state.monitors[0]?.id ?? null },
  ]) {
    addSilence(state, { ...target, until: minutesAgo(-2 * day), reason: 'moving to another rack' });
  }
  const said = { began_at: minutesAgo(90), ended_at: null };
  state.notices.push(
    noticeOf({ ...said, id: 1, kind: 'channel_failing', message: `Channel "${longName}" fails: ${refused}` }),
    noticeOf({
      ...said,
      id: 2,
      kind: 'backup_overdue',
      message: 'No backup was made for 26 h',
      ended_at: minutesAgo(5),
    }),
  );
}

const noticeOf = (notice: Omit<Notice, 'remedy'>): Notice => ({ ...notice, remedy: noticeRemedies[notice.kind] });

function addRouting(routing: RoutingDocument, phone: number, robot: number, { websites, monitors }: FakeState): void {
  routing.policies.push({
    id: 2,
    name: 'Night',
    remind_minutes: 60,
    steps: [
      { after_minutes: 0, channels: [phone] },
      { after_minutes: 15, channels: [robot, 'email'] },
    ],
  });
  const rule = (given: Partial<Route>) => routeSchema.parse({ policy_id: 2, ...given });
  routing.routes.push(
    rule({
      name: 'At night',
      alert_types: ['DOWN', 'ERROR'],
      website_ids: websites.map(({ id }) => id),
      when: [{ days: [...weekdays], from: '22:00', to: '07:00' }],
    }),
    rule({ name: 'Lab', monitor_ids: monitors.map(({ id }) => id), severities: ['warning'], policy_id: null }),
  );
  routing.channels[String(phone)] = {
    alert_types: ['DOWN'],
    min_severity: 'critical',
    quiet: [{ days: ['sat', 'sun'], from: '10:00', to: '12:00' }],
  };
}

function addReports(state: FakeState): void {
  const weekly = { frequency: 'weekly', weekday: 'mon', time: '08:00', time_zone: 'Europe/Berlin' } as const;
  const recipients = ['boss@example.org', 'a-rather-long-name-without-any-space-in-it@mail.example.org'];
  const report = addReport(state, { ...weekly, name: 'For managers', enabled: true, recipients, website_ids: [] });
  report.last_error = '535 authentication failed';
  addReport(state, { ...weekly, name: 'Off', enabled: false, frequency: 'daily', recipients, website_ids: [] });
}

/** With windows in progress, repeating, announced and over, and with marks; Checkout is down in maintenance. */
export function exampleMaintenance(state: FakeState): void {
  exampleInstallation(state);
  const [shop, docs] = state.websites;
  const [url] = state.urls;
  if (!shop || !docs || !url) return;
  const own = { body: '', time_zone: 'Europe/Berlin', monitor_ids: [], tags: [], announce_hours: 48, notify: false };
  const tomorrow = new Date(state.now() + day * 60_000).toISOString().slice(0, 10);
  addWindow(state, {
    ...own,
    title: `Patch day ${longName}`,
    website_ids: [shop.id, docs.id],
    public: true,
    starts_at: `${tomorrow}T23:30`,
    duration_minutes: 90,
    rrule: 'FREQ=DAILY;INTERVAL=3',
  });
  addWindow(state, {
    ...own,
    title: 'Router',
    website_ids: [],
    monitor_ids: [url.id],
    public: false,
    starts_at: `${tomorrow}T08:00`,
    duration_minutes: 30,
    rrule: 'FREQ=MONTHLY;BYDAY=1SU,3SU',
  });
  const over = startFake(state, { title: 'Old deploy', website_ids: [docs.id], monitor_ids: [], public: true }, 30);
  Object.assign(over, { starts_at: minutesAgo(600, state.now), ends_at: minutesAgo(560, state.now) });
  startFake(state, { title: 'Deploy', website_ids: [shop.id], monitor_ids: [], public: true }, 45);
  addMark(state, { label: 'v1.4.2', website_id: shop.id, url: 'https://example.org/v1.4.2', public: true });
  addMark(state, { label: longName, website_id: null, url: null, at: minutesAgo(90, state.now), public: false });
}
