import type { Alert, OpenAlert } from '../contract/alerts.ts';
import { RequestError } from '../contract/errors.ts';
import { maskedSecret } from '../contract/secrets/secret-names.ts';
import { slackSecretFields, slackSettingsSchema } from '../contract/slack.ts';
import { outagesFromAlerts } from '../status/outages.ts';
import { brandingMessages, settingsMessages } from '../texts/settings.ts';
import { windowOfQuery } from '../time-ranges.ts';
import { accessHandlers } from './fake-access.ts';
import { alertingHandlers } from './fake-alerting.ts';
import { backupHandlers } from './fake-backups.ts';
import { changeMany, createMany } from './fake-bulk.ts';
import { fakeDashboard, fakeDownCounts } from './fake-dashboard.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { factorHandlers } from './fake-factors.ts';
import {
  fakeStatistics,
  fakeStatusDetail,
  fakeStatusOverview,
  fakeWebsite,
  fakeWebsiteHistory,
} from './fake-figures.ts';
import { heartbeatHandlers } from './fake-heartbeats.ts';
import { incidentHandlers } from './fake-incidents.ts';
import { maintenanceHandlers } from './fake-maintenance.ts';
import { monitorListHandlers } from './fake-monitor-list.ts';
import { monitorHandlers } from './fake-monitors.ts';
import { find, given, inWindow, newerThan, openStream, refusedField, remove } from './fake-rows.ts';
import { shareHandlers } from './fake-shares.ts';
import { type FakeState, minutesAgo, onePixel } from './fake-state.ts';
import { addWebsite } from './fake-watched.ts';

/** A missing handler is a compile error. */
export const fakeHandlers = (state: FakeState): FakeHandlers => ({
  ...accessHandlers(state),
  ...factorHandlers(state),
  ...shareHandlers(state),
  dashboard: {
    stats: () => fakeDashboard(state),
    downCounts: () => fakeDownCounts(state),
    websiteStatistics: ({ params, query }) =>
      fakeStatistics(state, find(state.websites, params.websiteId, 'website').id, query),
  },
  publicStatus: {
    overview: () => fakeStatusOverview(state),
    detail: ({ params }) => {
      const website = state.websites.find(({ id }) => id === params.websiteId);
      if (!website) throw new RequestError('notFound', 'There is no such website');
      return fakeStatusDetail(state, website);
    },
    events: () => openStream(state),
  },
  events: { stream: ({ query }) => openStream(state, query.past) },
  websites: {
    list: () => state.websites.map((website) => fakeWebsite(state, website)),
    get: ({ params }) => fakeWebsite(state, find(state.websites, params.websiteId, 'website')),
    history: ({ params, query }) =>
      fakeWebsiteHistory(
        state,
        find(state.websites, params.websiteId, 'website').id,
        windowOfQuery(query, state.now()),
      ),
    create: ({ body }) =>
      fakeWebsite(
        state,
        addWebsite(state, { automatic_incidents: null, ...given(body), created_at: minutesAgo(0, state.now) }),
      ),
    update: ({ params, body }) =>
      fakeWebsite(state, Object.assign(find(state.websites, params.websiteId, 'website'), given(body))),
    remove: ({ params }) => {
      const { id } = remove(state.websites, params.websiteId, 'website');
      state.urls = state.urls.filter(({ website_id }) => website_id !== id);
      state.monitors = state.monitors.filter(({ website_id }) => website_id !== id);
      state.alerts = state.alerts.filter(({ website_id }) => website_id !== id);
      return null;
    },
  },
  ...monitorHandlers(state),
  heartbeats: heartbeatHandlers(state),
  monitors: {
    ...monitorListHandlers(state),
    bulk: ({ body }) => changeMany(state, body),
    bulkCreate: ({ params, body }) => createMany(state, find(state.websites, params.websiteId, 'website').id, body),
  },
  commands: { list: () => state.commands },
  ...alertingHandlers(state),
  ...incidentHandlers(state),
  ...maintenanceHandlers(state),
  certificates: {
    list: () => state.certificates,
    listDomains: () => ({ is_enabled: state.settings.domain_check_enabled, domains: state.domains }),
  },
  alerts: {
    list: ({ query }) => {
      const isInWindow = inWindow(state, query);
      return state.alerts.filter((alert) => isInWindow(alert.created_at));
    },
    listOpen: () =>
      outagesFromAlerts(state.alerts)
        .filter(({ isOpen }) => isOpen)
        .map(({ alert }) => ({ ...alert, ...lastChecksOf(state, alert) }))
        .sort((a, b) => b.created_at.localeCompare(a.created_at)),
    listByUrl: ({ params }) => {
      const { id } = find(state.urls, params.urlId, 'URL');
      return state.alerts.filter((alert) => alert.url_id === id);
    },
    get: ({ params }) => find(state.alerts, params.alertId, 'alert'),
    evidence: ({ params: { alertId } }) => {
      const found = state.evidence.find(({ alert_id }) => alert_id === alertId);
      if (!found) throw new RequestError('notFound', `There is no evidence of the alert ${alertId}`);
      return found;
    },
    acknowledge: ({ params, body }) => {
      const alert = find(state.alerts, params.alertId, 'alert');
      if (alert.ended_at !== null || alert.alert_type === 'RECOVERED') {
        throw new RequestError('conflict', `The alert ${alert.id} is over`);
      }
      return acknowledgeFake(alert, body.note, state);
    },
    acknowledgeAll: ({ body }) => {
      const open = state.alerts.filter(
        ({ id, ended_at, acknowledged_at, alert_type }) =>
          body.ids.includes(id) && ended_at === null && acknowledged_at === null && alert_type !== 'RECOVERED',
      );
      for (const alert of open) acknowledgeFake(alert, body.note, state);
      return { acknowledged: open.length };
    },
    remove: ({ params }) => {
      remove(state.alerts, params.alertId, 'alert');
      return null;
    },
    clear: ({ query }) => {
      const isKept = query.older_than_days === 0 ? () => false : newerThan(state, query.older_than_days * 24);
      const kept = state.alerts.filter((alert) => isKept(alert.created_at));
      const deleted = state.alerts.length - kept.length;
      state.alerts = kept;
      return { deleted };
    },
  },
  settings: {
    getNotifications: () => masked(state.settings, notificationSecrets),
    updateNotifications: ({ body }) => masked(Object.assign(state.settings, given(body)), notificationSecrets),
    getPublicPages: () => state.publicPages,
    updatePublicPages: ({ body }) => Object.assign(state.publicPages, given(body)),
    getGeneral: () => state.general,
    updateGeneral: ({ body }) => Object.assign(state.general, given(body)),
    test: ({ body: { channel, settings } }) => {
      if (settings.smtp_password === 'wrong') {
        const failed_step = 'sign_in';
        const message = settingsMessages.failedSteps[failed_step];
        return { success: false, message, failed_step, reason: '535 authentication failed' };
      }
      const message = channel === 'email' ? settingsMessages.testEmailSent : settingsMessages.testSmsSent;
      return { success: true, message, failed_step: null, reason: null };
    },
    testEmail: () => ({ success: true, message: settingsMessages.testEmailSent }),
    testSms: () => ({ success: true, message: settingsMessages.testSmsSent }),
  },
  slack: {
    get: ({ params }) => {
      const settings = state.slack.get(params.websiteId);
      if (!settings) throw new RequestError('notFound', 'No Slack settings for this website yet');
      return masked(settings, slackSecretFields);
    },
    save: ({ params, body }) => {
      if (!state.websites.some(({ id }) => id === params.websiteId))
        throw new RequestError('notFound', 'Website not found');
      const settings = slackSettingsSchema.parse(body);
      state.slack.set(params.websiteId, settings);
      return masked(settings, slackSecretFields);
    },
    remove: ({ params }) => {
      if (state.slack.delete(params.websiteId)) return null;
      throw new RequestError('notFound', 'No Slack settings for this website');
    },
    test: () => ({ success: true, message: 'Test message sent successfully!' }),
  },
  backup: backupHandlers(state),
  branding: {
    get: () => state.branding,
    update: ({ body }) => Object.assign(state.branding, given(body)),
    uploadLogo: ({ body }) => {
      if (!body) throw refusedField('file', brandingMessages.logoType);
      const logo = { brand_type: 'logo', logo_base64: onePixel, logo_mime_type: 'image/png' } as const;
      return Object.assign(state.branding, logo);
    },
    deleteLogo: () => {
      Object.assign(state.branding, { brand_type: 'text', logo_base64: null, logo_mime_type: null });
      return null;
    },
  },
  diagnostics: {
    run: ({ query }) => state.diagnostics.filter(({ id }) => query.only === undefined || query.only.includes(id)),
    bundle: () => new Response(state.bundle, { headers: { 'content-type': 'application/gzip' } }),
  },
  files: {
    screenshot: ({ params }) => {
      if (state.urlChecks.some(({ screenshot_path }) => screenshot_path?.endsWith(params.name))) return picture();
      throw new RequestError('notFound', 'This screenshot no longer exists');
    },
    openapi: () => ({ openapi: '3.1.0' }),
  },
});

function lastChecksOf({ urls, monitors }: FakeState, { url_id, network_monitor_id }: Alert): Partial<OpenAlert> {
  const monitor = urls.find(({ id }) => id === url_id) ?? monitors.find(({ id }) => id === network_monitor_id);
  if (!monitor?.recent_checks) return {};
  return { recent_checks: monitor.recent_checks, response_time_threshold: monitor.response_time_threshold };
}

/** Again, only the note is replaced. */
const acknowledgeFake = (alert: Alert, note: string, { now }: FakeState): Alert =>
  Object.assign(
    alert,
    alert.acknowledged_at !== null
      ? { acknowledge_note: note || null }
      : {
          acknowledged_at: minutesAgo(0, now),
          acknowledged_by: 'owner',
          acknowledge_note: note || null,
        },
  );

const picture = (): Response => new Response(new Uint8Array([0]), { headers: { 'content-type': 'image/webp' } });

const notificationSecrets = ['smtp_password', 'sendsms_password'] as const;

const masked = <T extends object>(settings: T, secrets: readonly (keyof T)[]): T => ({
  ...settings,
  ...Object.fromEntries(secrets.filter((field) => settings[field]).map((field) => [field, maskedSecret])),
});
