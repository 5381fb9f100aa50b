import type { ApiContract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

/** Every endpoint whose method is not GET, as 'websites.create'. */
export type ChangingEndpoint = {
  [G in keyof ApiContract & string]: {
    [N in keyof ApiContract[G] & string]: ApiContract[G][N] extends infer E extends Endpoint
      ? E['method'] extends 'GET'
        ? never
        : `${G}.${N}`
      : never;
  }[keyof ApiContract[G] & string];
}[keyof ApiContract & string];

/**
 * The audit action of each endpoint, as '<kind of target>.<verb>'. Null for an endpoint that changes nothing (a check,
 * a test).
 */
export const auditActions = {
  'auth.login': 'session.start',
  'auth.logout': 'session.end',
  'auth.changePassword': 'password.change',
  'factors.beginTotp': null,
  'factors.confirmTotp': 'totp.enable',
  'factors.removeTotp': 'totp.disable',
  'factors.renewRecoveryCodes': 'recovery_codes.renew',
  'factors.passkeyOptions': null,
  'factors.addPasskey': 'passkey.create',
  'factors.removePasskey': 'passkey.delete',
  'factors.signInOptions': null,
  'factors.signInWithPasskey': 'session.start',
  'factors.secondFactor': 'session.start',
  'signOn.exchange': 'session.start',
  'signOn.proxy': 'session.start',
  'device.start': null,
  'device.approve': 'device.approve',
  'device.token': 'session.start',
  'auth.confirmPasskey': null,
  'auth.confirm': 'session.confirm',
  'auth.invitationPasskey': null,
  'auth.invitation': 'user.accept',
  'sessions.remove': 'session.revoke',
  'users.create': 'user.invite',
  'users.update': 'user.update',
  'users.reset': 'user.reset',
  'users.remove': 'user.delete',
  'tokens.create': 'token.create',
  'tokens.remove': 'token.revoke',
  'shareLinks.create': 'share_link.create',
  'shareLinks.remove': 'share_link.revoke',
  'websites.create': 'website.create',
  'websites.update': 'website.update',
  'websites.remove': 'website.delete',
  'urls.create': 'monitor.create',
  'urls.update': 'monitor.update',
  'urls.remove': 'monitor.delete',
  'urls.test': null,
  'urls.check': null,
  'networkMonitors.create': 'monitor.create',
  'networkMonitors.update': 'monitor.update',
  'networkMonitors.remove': 'monitor.delete',
  'networkMonitors.test': null,
  'networkMonitors.check': null,
  'heartbeats.create': 'monitor.create',
  'heartbeats.update': 'monitor.update',
  'heartbeats.remove': 'monitor.delete',
  'heartbeats.rotate': 'monitor.rotate_key',
  'heartbeats.preview': null,
  'monitors.bulk': 'monitor.bulk_change',
  'monitors.bulkCreate': 'website.add_monitors',
  'checks.remove': 'check.delete',
  'checks.removeByUrl': 'monitor.clear_checks',
  'alerts.acknowledge': 'alert.acknowledge',
  'alerts.acknowledgeAll': 'alert.acknowledge_all',
  'alerts.remove': 'alert.delete',
  'alerts.clear': 'alert.clear',
  'silences.create': 'mute.create',
  'silences.remove': 'mute.end',
  'incidents.create': 'incident.create',
  'incidents.update': 'incident.update',
  'incidents.remove': 'incident.delete',
  'incidents.preview': null,
  'incidents.publish': 'incident.publish',
  'incidents.addUpdate': 'incident_update.create',
  'incidents.changeUpdate': 'incident_update.update',
  'incidents.removeUpdate': 'incident_update.delete',
  'incidents.updateTemplates': 'incident_templates.update',
  'marks.create': 'mark.create',
  'marks.remove': 'mark.delete',
  'maintenance.create': 'maintenance.create',
  'maintenance.update': 'maintenance.update',
  'maintenance.remove': 'maintenance.delete',
  'maintenance.start': 'maintenance.start',
  'maintenance.end': 'maintenance_run.end',
  'maintenance.extend': 'maintenance_run.extend',
  'maintenance.addUpdate': 'maintenance_update.create',
  'settings.updateNotifications': 'notification_settings.update',
  'settings.updatePublicPages': 'public_pages.update',
  'settings.updateGeneral': 'general_settings.update',
  'settings.test': null,
  'settings.testEmail': null,
  'settings.testSms': null,
  'slack.save': 'slack.update',
  'slack.remove': 'slack.delete',
  'slack.test': null,
  'channels.create': 'channel.create',
  'channels.update': 'channel.update',
  'channels.remove': 'channel.delete',
  'channels.test': null,
  'channels.testSaved': null,
  'channels.rotateSecret': 'channel.rotate_secret',
  'routing.update': 'routing.update',
  'routing.explain': null,
  'drills.start': 'drill.start',
  'reports.create': 'report.create',
  'reports.update': 'report.update',
  'reports.remove': 'report.delete',
  'reports.send': 'report.send',
  'backup.create': 'backup.create',
  'backup.restore': 'backup.restore',
  'backup.restoreStored': 'backup.restore',
  'backup.updateSchedule': 'backup_schedule.update',
  'backup.remove': 'backup.delete',
  'backup.cleanup': 'backup.cleanup',
  'branding.update': 'branding.update',
  'branding.uploadLogo': 'branding.upload_logo',
  'branding.deleteLogo': 'branding.delete_logo',
} as const satisfies Record<ChangingEndpoint, string | null>;

/** Refused sign-ins are recorded at most once a minute for each network. */
export const refusedSignIn = 'session.refuse';

/** Recorded when a command on the server's machine removes a user's second factors. */
export const resetSecondFactorAction = 'second_factor.reset';

export type AuditAction =
  | NonNullable<(typeof auditActions)[ChangingEndpoint]>
  | typeof refusedSignIn
  | typeof resetSecondFactorAction;

/** All actions without duplicates. */
export const allAuditActions: readonly AuditAction[] = [
  ...new Set<AuditAction>([
    ...Object.values(auditActions).filter((action) => action !== null),
    refusedSignIn,
    resetSecondFactorAction,
  ]),
];
