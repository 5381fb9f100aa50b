import { maskedSecret } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { RequestError } from '@upvigil/core/errors';
import { backupHandlers } from './fake-backups.ts';
import type { FakeHandlers } from './fake-contract.ts';
import { fakeDashboard, fakeStatistics, fakeStatusDetail, fakeStatusOverview } from './fake-figures.ts';
import {
  addMonitor,
  addNetworkCheck,
  addUrl,
  addUrlCheck,
  addWebsite,
  count,
  type FakeState,
  minutesAgo,
} from './fake-state.ts';

const wrongPassword = () => new RequestError('unauthorized', 'Invalid password');

function find<T extends { id: number }>(rows: readonly T[], id: number, what: string): T {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new RequestError('notFound', `There is no ${what} ${id}`);
  return found;
}

function remove<T extends { id: number }>(rows: T[], id: number, what: string): T {
  const found = find(rows, id, what);
  rows.splice(rows.indexOf(found), 1);
  return found;
}

const newerThan = (hours: number) => {
  const since = Date.now() - hours * 3_600_000;
  return (time: string) => Date.parse(time) >= since;
};

/** One function for each endpoint of the contract, over the fake's state. A missing one does not compile. */
export const fakeHandlers = (state: FakeState): FakeHandlers => ({
  auth: {
    login: ({ body }) => {
      if (body.password !== state.password) throw wrongPassword();
      return { access_token: state.token, token_type: 'bearer' };
    },
    logout: () => null,
    changePassword: ({ body }) => {
      if (body.current_password !== state.password) throw wrongPassword();
      state.password = body.new_password;
      return null;
    },
  },
  dashboard: {
    stats: () => fakeDashboard(state),
    websiteStatistics: ({ params, query }) => {
      find(state.websites, params.websiteId, 'website');
      return fakeStatistics(state, params.websiteId, query.hours);
    },
  },
  publicStatus: {
    overview: () => fakeStatusOverview(state),
    detail: ({ params }) => fakeStatusDetail(state, find(state.websites, params.websiteId, 'website')),
    events: () => openStream(state),
  },
  events: { stream: ({ query }) => openStream(state, query.past) },
  websites: {
    list: () => state.websites,
    get: ({ params }) => find(state.websites, params.websiteId, 'website'),
    create: ({ body }) => addWebsite(state, { ...body, created_at: minutesAgo(0) }),
    update: ({ params, body }) => Object.assign(find(state.websites, params.websiteId, 'website'), given(body)),
    remove: ({ params }) => {
      remove(state.websites, params.websiteId, 'website');
      return null;
    },
  },
  urls: urlHandlers(state),
  networkMonitors: networkHandlers(state),
  checks: {
    listByUrl: ({ params, query }) => {
      const isInWindow = newerThan(query.hours);
      return state.urlChecks.filter((check) => check.url_id === params.urlId && isInWindow(check.checked_at));
    },
    get: ({ params }) => find(state.urlChecks, params.checkId, 'check'),
    remove: ({ params }) => {
      remove(state.urlChecks, params.checkId, 'check');
      return null;
    },
    removeByUrl: ({ params }) => {
      const kept = state.urlChecks.filter((check) => check.url_id !== params.urlId);
      const deleted = state.urlChecks.length - kept.length;
      state.urlChecks = kept;
      return { deleted };
    },
  },
  alerts: {
    list: ({ query }) => {
      const isInWindow = newerThan(query.hours);
      return state.alerts.filter((alert) => isInWindow(alert.created_at));
    },
    listByUrl: ({ params }) => state.alerts.filter((alert) => alert.url_id === params.urlId),
    remove: ({ params }) => {
      remove(state.alerts, params.alertId, 'alert');
      return null;
    },
    clear: ({ query }) => {
      const before = Date.now() - query.older_than_days * 86_400_000;
      const kept = state.alerts.filter((alert) => Date.parse(alert.created_at) > before);
      const deleted = state.alerts.length - kept.length;
      state.alerts = kept;
      return { deleted };
    },
  },
  settings: {
    getNotifications: () => masked(state.settings),
    updateNotifications: ({ body }) => masked(Object.assign(state.settings, given(body))),
    testEmail: ({ query }) => ({ success: true, message: `Test email sent to ${query.email}` }),
    testSms: ({ query }) => ({ success: true, message: `Test SMS sent to ${query.phone}` }),
  },
  slack: {
    get: ({ params }) => {
      const settings = state.slack.get(params.websiteId);
      if (!settings) throw new RequestError('notFound', 'No Slack settings yet');
      return settings;
    },
    save: ({ params, body }) => {
      const settings = slackSettingsSchema.parse(body);
      state.slack.set(params.websiteId, settings);
      return settings;
    },
    remove: ({ params }) => {
      state.slack.delete(params.websiteId);
      return null;
    },
    test: () => ({ success: true, message: 'Slack accepted the test message' }),
  },
  backup: backupHandlers(state),
  branding: {
    get: () => state.branding,
    update: ({ body }) => Object.assign(state.branding, given(body)),
    uploadLogo: () =>
      Object.assign(state.branding, { brand_type: 'logo', logo_base64: onePixel, logo_mime_type: 'image/png' }),
    deleteLogo: () => {
      Object.assign(state.branding, { brand_type: 'text', logo_base64: null, logo_mime_type: null });
      return null;
    },
  },
  files: {
    screenshot: () => new Response(new Uint8Array([0]), { headers: { 'content-type': 'image/webp' } }),
    openapi: () => ({ openapi: '3.1.0' }),
  },
});

const urlHandlers = (state: FakeState): FakeHandlers['urls'] => ({
  listByWebsite: ({ params }) => state.urls.filter((url) => url.website_id === params.websiteId),
  get: ({ params }) => find(state.urls, params.urlId, 'URL'),
  create: ({ params, body }) => addUrl(state, params.websiteId, body),
  update: ({ params, body }) => Object.assign(find(state.urls, params.urlId, 'URL'), given(body)),
  remove: ({ params }) => {
    count(state, remove(state.urls, params.urlId, 'URL').website_id, 'url_count', -1);
    return null;
  },
  check: ({ params }) => addUrlCheck(state, find(state.urls, params.urlId, 'URL'), { checked_at: minutesAgo(0) }),
});

const networkHandlers = (state: FakeState): FakeHandlers['networkMonitors'] => ({
  listByWebsite: ({ params, query }) =>
    state.monitors.filter(
      (monitor) => monitor.website_id === params.websiteId && (monitor.enabled || !query.enabled_only),
    ),
  get: ({ params }) => find(state.monitors, params.monitorId, 'monitor'),
  create: ({ params, body }) => addMonitor(state, params.websiteId, body),
  update: ({ params, body }) => Object.assign(find(state.monitors, params.monitorId, 'monitor'), given(body)),
  remove: ({ params }) => {
    count(state, remove(state.monitors, params.monitorId, 'monitor').website_id, 'network_monitor_count', -1);
    return null;
  },
  test: ({ body }) => ({ success: true, message: `Connected to ${body.host}` }),
  checks: ({ params, query }) =>
    state.networkChecks.filter((check) => check.network_monitor_id === params.monitorId).slice(0, query.limit),
  alerts: ({ params, query }) =>
    state.alerts.filter((alert) => alert.network_monitor_id === params.monitorId).slice(0, query.limit),
  stats: ({ params }) => {
    const monitor = find(state.monitors, params.monitorId, 'monitor');
    const checks = state.networkChecks.filter((check) => check.network_monitor_id === monitor.id);
    const successful = checks.filter((check) => check.is_up).length;
    const average = checks.length ? 0.012 : null;
    return {
      monitor_name: monitor.name,
      total_checks: checks.length,
      successful_checks: successful,
      failed_checks: checks.length - successful,
      uptime_percentage: checks.length ? Math.floor((successful / checks.length) * 10_000) / 100 : null,
      avg_response_time: average,
      p50_response_time: average,
      p95_response_time: average,
      p99_response_time: average,
    };
  },
  check: ({ params }) =>
    addNetworkCheck(state, find(state.monitors, params.monitorId, 'monitor'), { checked_at: minutesAgo(0) }),
});

/** Only what was given: absent values stay as they are. */
const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const masked = (settings: FakeState['settings']): FakeState['settings'] => ({
  ...settings,
  smtp_password: settings.smtp_password && maskedSecret,
  sendsms_password: settings.sendsms_password && maskedSecret,
});

/** Stays open until the reader leaves; a test speaks on it by `tell`. */
const openStream = ({ streams, told }: FakeState, past = 0) => {
  const since = performance.now() - past * 1000;
  let own: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      own = controller;
      streams.add(controller);
      controller.enqueue(new TextEncoder().encode(':\n\n'));
      for (const { event, at } of told) if (at >= since) controller.enqueue(event);
    },
    cancel: () => {
      if (own) streams.delete(own);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
};

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
