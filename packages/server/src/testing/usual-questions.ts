import type { Incident } from '@upvigil/core/contract/incidents';
import type { SessionInfo } from '@upvigil/core/contract/sessions';
import type { InvitedUser } from '@upvigil/core/contract/users';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import { onePixel } from '@upvigil/core/testing/fake-state';
import { Secret, TOTP } from 'otpauth';
import { createSoftPasskey, type SoftPasskey } from './soft-passkey.ts';

/** A request to an endpoint. */
export interface Question {
  params?: Record<string, number | string>;
  query?: Record<string, string>;
  body?: object;
  file?: Blob;
}

/** A server under test, and its responses so far. */
export interface Asked {
  /** The response body of an endpoint; bytes when it is no JSON. */
  bodyOf(name: EndpointName): unknown;
  /** The id in the response of an endpoint. */
  idOf(name: EndpointName): number;
  /** Created beforehand, because no endpoint creates them. */
  made: { alertId: number; checkId: number; screenshot: string };
  password: string;
  /** Providers and targets on loopback. */
  ports: { smtp: number; target: number };
  webhookUrl: string;
}

export const newPassword = 'another correct horse';

const website = (asked: Asked) => ({ params: { websiteId: asked.idOf('websites.create') } });
const url = (asked: Asked) => ({ params: { urlId: asked.idOf('urls.create') } });
const monitor = (asked: Asked) => ({ params: { monitorId: asked.idOf('networkMonitors.create') } });
const heartbeat = (asked: Asked) => ({ params: { heartbeatId: asked.idOf('heartbeats.create') } });
const backup = (asked: Asked) => ({ params: { name: (asked.bodyOf('backup.create') as { name: string }).name } });

const channel = (asked: Asked) => ({ params: { channelId: asked.idOf('channels.create') } });
const webhook = ({ ports }: Asked) => ({ kind: 'webhook', config: { url: `http://127.0.0.1:${ports.target}/200` } });
const incident = (asked: Asked) => ({ params: { incidentId: asked.idOf('incidents.create') } });
const incidentUpdate = (asked: Asked) => {
  const [newest] = (asked.bodyOf('incidents.addUpdate') as Incident).updates;
  return { params: { ...incident(asked).params, updateId: newest?.id ?? 0 } };
};
const report = (asked: Asked) => ({ params: { reportId: asked.idOf('reports.create') } });

interface Challenge {
  challenge: string;
}

/** The origin of these passkeys. */
export const passkeyOrigin = 'http://localhost:8080';
const passkeys = new WeakMap<Asked, SoftPasskey>();
/** One passkey for each server. */
function passkeyOf(asked: Asked): SoftPasskey {
  const passkey = passkeys.get(asked) ?? createSoftPasskey(passkeyOrigin);
  passkeys.set(asked, passkey);
  return passkey;
}

/** Endpoints that need another kind of sign-in: with a second factor, at a provider, through a proxy. */
export const afterOthers: readonly EndpointName[] = ['factors.secondFactor', 'signOn.exchange', 'signOn.proxy'];
const user = (asked: Asked) => ({ params: { userId: asked.idOf('users.create') } });
const invitationToken = (asked: Asked): string =>
  (asked.bodyOf('users.create') as InvitedUser).link?.split('#')[1] ?? 'mailed';
/** An address that the questions do not use. */
const otherSession = (asked: Asked): number =>
  (asked.bodyOf('sessions.list') as SessionInfo[]).find(({ user_id }) => user_id !== null)?.id ?? 0;
const shareLink = (asked: Asked) => ({ params: { shareLinkId: asked.idOf('shareLinks.create') } });
const linkOf = (asked: Asked): string =>
  new URL((asked.bodyOf('shareLinks.create') as { url: string }).url).pathname.replace('/share/', '');

/** Run first: the others refer to these objects. */
export const creations = ['websites.create', 'urls.create', 'networkMonitors.create', 'heartbeats.create'] as const;

/** A successful request for each endpoint of the contract, in an order in which they can be sent. */
export const usualQuestions: Record<EndpointName, (asked: Asked) => Question> = {
  'websites.create': () => ({ body: { name: 'Shop', description: 'Cart' } }),
  'urls.create': (asked) => ({
    ...website(asked),
    body: { url: `http://127.0.0.1:${asked.ports.target}/`, check_interval: 3600 },
  }),
  'networkMonitors.create': (asked) => ({
    ...website(asked),
    body: { name: 'Edge', host: '127.0.0.1', port: asked.ports.target, check_interval: 3600 },
  }),
  'heartbeats.create': (asked) => ({
    ...website(asked),
    body: { name: 'Nightly backup', cron: '0 3 * * *', time_zone: 'Europe/Berlin', grace: 600, max_runtime: 3600 },
  }),
  'websites.list': () => ({}),
  'websites.get': website,
  'websites.update': (asked) => ({ ...website(asked), body: { description: null } }),
  'auth.methods': () => ({}),
  'users.create': () => ({ body: { email: 'Ann@example.org', role: 'viewer' } }),
  'users.list': () => ({}),
  'users.update': (asked) => ({ ...user(asked), body: { role: 'editor' } }),
  'auth.invitationProofs': () => ({}),
  'auth.invitationPasskey': (asked) => ({ body: { token: invitationToken(asked), name: 'Ann' } }),
  'auth.invitation': (asked) => ({
    body: { token: invitationToken(asked), name: 'Ann', password: 'long enough for all' },
  }),
  'sessions.list': () => ({}),
  'sessions.remove': (asked) => ({ params: { sessionId: otherSession(asked) } }),
  'users.reset': user,
  'users.remove': user,
  'urls.listByWebsite': website,
  'urls.search': () => ({ query: { text: '127.0' } }),
  'urls.get': url,
  'urls.update': (asked) => ({ ...url(asked), body: { timeout: 20 } }),
  'urls.check': url,
  'urls.test': (asked) => ({ body: { url: `http://127.0.0.1:${asked.ports.target}/` } }),
  'networkMonitors.listByWebsite': (asked) => ({ ...website(asked), query: { enabled_only: 'true' } }),
  'networkMonitors.get': monitor,
  'networkMonitors.update': (asked) => ({ ...monitor(asked), body: { name: 'Edge, TLS' } }),
  'networkMonitors.test': (asked) => ({ body: { host: '127.0.0.1', port: asked.ports.target } }),
  'networkMonitors.check': monitor,
  'networkMonitors.checks': (asked) => ({ ...monitor(asked), query: { limit: '5' } }),
  'networkMonitors.alerts': monitor,
  'networkMonitors.phases': monitor,
  'networkMonitors.stats': (asked) => ({ ...monitor(asked), query: { hours: '48' } }),
  'commands.list': () => ({}),
  'heartbeats.listByWebsite': website,
  'heartbeats.get': heartbeat,
  'heartbeats.update': (asked) => ({ ...heartbeat(asked), body: { period: 86_400 } }),
  'heartbeats.pings': heartbeat,
  'heartbeats.ping': (asked) => ({ params: { ...heartbeat(asked).params, n: 1 } }),
  'heartbeats.preview': () => ({ body: { cron: '0 3 * * *' } }),
  'heartbeats.rotate': heartbeat,
  'monitors.list': () => ({ query: { q: 'edge', tag: '!owner:', limit: '5' } }),
  'monitors.tags': () => ({}),
  'monitors.bulkCreate': (asked) => ({
    ...website(asked),
    body: { text: 'heartbeat 1d Import #env:prod\nping 10.0.0.299' },
  }),
  'monitors.bulk': () => ({ body: { filter: { q: 'edge' }, action: 'add_tags', changes: { tags: ['env:prod'] } } }),
  'checks.listByUrl': url,
  'checks.historyByUrl': url,
  'checks.phasesByUrl': url,
  'websites.history': (asked) => ({ ...website(asked), query: { range: '30d' } }),
  'checks.summaryByUrl': (asked) => ({ ...url(asked), query: { range: '30d' } }),
  'checks.get': (asked) => ({ params: { checkId: asked.made.checkId } }),
  'alerts.list': () => ({ query: { hours: '6' } }),
  'alerts.listOpen': () => ({}),
  'certificates.list': () => ({}),
  'certificates.listDomains': () => ({}),
  'alerts.get': ({ made }) => ({ params: { alertId: made.alertId } }),
  'alerts.acknowledge': ({ made }) => ({ params: { alertId: made.alertId }, body: { note: 'On it' } }),
  'alerts.acknowledgeAll': ({ made }) => ({ body: { ids: [made.alertId] } }),
  'alerts.listByUrl': url,
  'alerts.evidence': ({ made }) => ({ params: { alertId: made.alertId } }),
  'dashboard.stats': () => ({}),
  'dashboard.downCounts': () => ({}),
  'dashboard.websiteStatistics': website,
  'publicStatus.overview': () => ({}),
  'publicStatus.detail': website,
  'publicStatus.events': () => ({}),
  'events.stream': () => ({ query: { past: '5' } }),
  'settings.getNotifications': () => ({}),
  'settings.updateNotifications': ({ ports }) => ({
    body: {
      smtp_host: '127.0.0.1',
      smtp_port: ports.smtp,
      smtp_use_tls: false,
      smtp_from_email: 'a@example.org',
      sendsms_username: 'upvigil',
      sendsms_password: 'secret',
    },
  }),
  'settings.getPublicPages': () => ({}),
  'settings.updatePublicPages': () => ({ body: { public_language: 'de' } }),
  'settings.getGeneral': () => ({}),
  'settings.updateGeneral': () => ({ body: { backup_overdue_hours: 26 } }),
  'settings.test': () => ({ body: { channel: 'email', recipient: 'me@example.org', settings: {} } }),
  'settings.testEmail': () => ({ query: { email: 'me@example.org' } }),
  'settings.testSms': () => ({ query: { phone: '+40712345678' } }),
  'slack.save': (asked) => ({
    ...website(asked),
    body: { enabled: true, webhook_url: asked.webhookUrl, bot_token: 'secret' },
  }),
  'slack.get': website,
  'slack.test': ({ webhookUrl }) => ({ body: { webhook_url: webhookUrl } }),
  'slack.remove': website,
  'channels.create': (asked) => ({ body: { ...webhook(asked), name: 'Ops', add_to_default_policy: false } }),
  'channels.list': () => ({}),
  'channels.get': channel,
  'channels.update': (asked) => ({ ...channel(asked), body: { ...webhook(asked), name: 'Night', enabled: true } }),
  'channels.test': (asked) => ({ body: webhook(asked) }),
  'channels.testSaved': channel,
  'channels.rotateSecret': channel,
  'channels.webPushKey': () => ({}),
  'routing.get': () => ({}),
  'routing.update': (asked) => ({ body: asked.bodyOf('routing.get') as object }),
  'routing.explain': (asked) => ({ body: { monitor_id: asked.idOf('urls.create'), alert_type: 'DOWN' } }),
  'silences.create': (asked) => ({
    body: { website_id: asked.idOf('websites.create'), until: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  'silences.list': () => ({}),
  'silences.remove': (asked) => ({ params: { silenceId: asked.idOf('silences.create') } }),
  'publicIncidents.page': () => ({}),
  'incidents.create': (asked) => ({
    body: { title: 'Checkout is slow', website_ids: [asked.idOf('websites.create')], body: 'We look into it.' },
  }),
  'incidents.list': () => ({ query: { state: 'published' } }),
  'incidents.get': incident,
  'incidents.update': (asked) => ({ ...incident(asked), body: { impact: 'major' } }),
  'incidents.publish': incident,
  'incidents.addUpdate': (asked) => ({ ...incident(asked), body: { status: 'monitoring', body: 'Better.' } }),
  'incidents.changeUpdate': (asked) => ({ ...incidentUpdate(asked), body: { body: 'Much better.' } }),
  'publicIncidents.get': incident,
  'publicIncidents.list': () => ({ query: { month: new Date().toISOString().slice(0, 7) } }),
  'incidents.removeUpdate': incidentUpdate,
  'incidents.remove': incident,
  'incidents.preview': () => ({ body: { body: 'We *look* into it.' } }),
  'incidents.updateTemplates': () => ({ body: { templates: [{ name: 'Outage', title: 'Outage of {website}' }] } }),
  'incidents.getTemplates': () => ({}),
  'marks.create': (asked) => ({ body: { label: 'v1.4.2', website_id: asked.idOf('websites.create') } }),
  'marks.list': () => ({}),
  'marks.remove': (asked) => ({ params: { markId: asked.idOf('marks.create') } }),
  'maintenance.create': (asked) => ({
    body: {
      title: 'Database',
      website_ids: [asked.idOf('websites.create')],
      rrule: 'FREQ=WEEKLY;BYDAY=SU',
      starts_at: '2090-03-26T02:30',
      time_zone: 'Europe/Berlin',
      duration_minutes: 60,
    },
  }),
  'maintenance.list': () => ({}),
  'maintenance.get': (asked) => ({ params: { windowId: asked.idOf('maintenance.create') } }),
  'maintenance.update': (asked) => ({
    params: { windowId: asked.idOf('maintenance.create') },
    body: { duration_minutes: 90 },
  }),
  'maintenance.remove': (asked) => ({ params: { windowId: asked.idOf('maintenance.create') } }),
  'maintenance.start': (asked) => ({ body: { website_ids: [asked.idOf('websites.create')], minutes: 30 } }),
  'maintenance.runs': () => ({}),
  'maintenance.extend': (asked) => ({
    params: { runId: asked.idOf('maintenance.start') },
    body: { ends_at: new Date(Date.now() + 7_200_000).toISOString() },
  }),
  'maintenance.addUpdate': (asked) => ({
    params: { runId: asked.idOf('maintenance.start') },
    body: { body: 'The upgrade has started.' },
  }),
  'maintenance.end': (asked) => ({ params: { runId: asked.idOf('maintenance.start') } }),
  'drills.list': () => ({}),
  'drills.start': () => ({ body: { ref: null } }),
  'notices.list': () => ({}),
  'reports.create': () => ({
    body: { name: 'Weekly', frequency: 'weekly', time: '08:00', recipients: ['me@example.org'] },
  }),
  'reports.list': () => ({}),
  'reports.update': (asked) => ({ ...report(asked), body: { enabled: false } }),
  'reports.send': report,
  'reports.remove': report,
  'channels.remove': channel,
  'branding.get': () => ({}),
  'branding.update': () => ({ body: { brand_text: 'Lighthouse' } }),
  'branding.uploadLogo': () => ({ file: new Blob([Buffer.from(onePixel, 'base64')]) }),
  'branding.deleteLogo': () => ({}),
  'files.screenshot': ({ made }) => ({ params: { name: made.screenshot } }),
  'files.openapi': () => ({}),
  'diagnostics.run': () => ({ query: { only: 'disk,proxy', deep: 'false' } }),
  'diagnostics.bundle': () => ({}),
  'backup.create': () => ({ query: { name: 'nightly' } }),
  'backup.list': () => ({}),
  'backup.download': backup,
  'backup.getSchedule': () => ({}),
  'backup.updateSchedule': () => ({ body: { enabled: true, keep: 7 } }),
  'backup.contents': backup,
  'backup.restoreStored': backup,
  'backup.restore': (asked) => ({ file: new Blob([asked.bodyOf('backup.download') as ArrayBuffer]) }),
  'backup.remove': backup,
  'backup.cleanup': () => ({ query: { keep_count: '1' } }),
  'checks.remove': (asked) => ({ params: { checkId: asked.made.checkId } }),
  'checks.removeByUrl': url,
  'shareLinks.create': (asked) => ({ body: { website_id: asked.idOf('websites.create'), name: 'For the agency' } }),
  'shareLinks.list': () => ({}),
  'shareLinks.get': shareLink,
  'shares.get': (asked) => ({ params: { link: linkOf(asked) }, query: { days: '7' } }),
  'shareLinks.remove': shareLink,
  'alerts.remove': ({ made }) => ({ params: { alertId: made.alertId } }),
  'alerts.clear': () => ({}),
  'heartbeats.remove': heartbeat,
  'networkMonitors.remove': monitor,
  'urls.remove': url,
  'websites.remove': website,
  'auth.me': () => ({}),
  'audit.list': () => ({ query: { actor: 'nobody else' } }),
  'tokens.create': () => ({ body: { name: 'Nightly', scopes: ['backup'] } }),
  'tokens.list': () => ({}),
  'tokens.remove': (asked) => ({ params: { tokenId: asked.idOf('tokens.create') } }),
  'factors.passkeyOptions': () => ({}),
  'factors.addPasskey': (asked) => ({
    body: { name: 'Phone', passkey: passkeyOf(asked).make(asked.bodyOf('factors.passkeyOptions') as Challenge) },
  }),
  'auth.confirmProofs': () => ({}),
  'auth.confirmPasskey': () => ({}),
  'factors.signInOptions': () => ({ body: {} }),
  'factors.signInWithPasskey': (asked) => ({
    body: { passkey: passkeyOf(asked).use(asked.bodyOf('factors.signInOptions') as Challenge) },
  }),
  'factors.beginTotp': () => ({}),
  'factors.confirmTotp': (asked) => {
    const { secret } = asked.bodyOf('factors.beginTotp') as { secret: string };
    return { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } };
  },
  'factors.list': () => ({}),
  'factors.renewRecoveryCodes': () => ({}),
  'factors.secondFactor': () => ({ body: { challenge: 'none', code: '123456' } }),
  'factors.removeTotp': () => ({}),
  'factors.removePasskey': (asked) => ({ params: { passkeyId: asked.idOf('factors.addPasskey') } }),
  'signOn.exchange': () => ({ body: { code: 'none' } }),
  'signOn.proxy': () => ({}),
  'device.start': () => ({}),
  'device.approve': (asked) => ({
    body: { user_code: (asked.bodyOf('device.start') as { user_code: string }).user_code },
  }),
  'device.token': (asked) => ({
    body: { device_code: (asked.bodyOf('device.start') as { device_code: string }).device_code },
  }),
  'auth.confirm': ({ password }) => ({ body: { password } }),
  'auth.changePassword': ({ password }) => ({ body: { current_password: password, new_password: newPassword } }),
  'auth.login': () => ({ body: { password: newPassword } }),
  'auth.logout': () => ({}),
};
