import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { rulesOf } from '../alerts/notify/channels/registry.ts';
import { createApp } from '../api/http/app.ts';
import { fileRoutes } from '../api/http/file-routes.ts';
import { metricsRoute } from '../api/metrics/metrics.ts';
import { alertRoutes } from '../api/routes/alerts.ts';
import { auditRoutes } from '../api/routes/audit.ts';
import { type AuthRouteDeps, authRoutes } from '../api/routes/auth.ts';
import { backupRoutes } from '../api/routes/backup.ts';
import { brandingRoutes } from '../api/routes/branding.ts';
import { certificateRoutes } from '../api/routes/certificates.ts';
import { channelRoutes } from '../api/routes/channels.ts';
import { checkRoutes } from '../api/routes/checks.ts';
import { commandRoutes } from '../api/routes/commands.ts';
import { dashboardRoutes } from '../api/routes/dashboard.ts';
import { type DeviceRouteDeps, deviceRoutes } from '../api/routes/device.ts';
import { diagnosticsRoutes } from '../api/routes/diagnostics.ts';
import { drillRoutes } from '../api/routes/drills.ts';
import { createAdminEvents, eventRoutes } from '../api/routes/events.ts';
import { type FactorRouteDeps, factorRoutes } from '../api/routes/factors.ts';
import { heartbeatRoutes } from '../api/routes/heartbeats.ts';
import { incidentRoutes } from '../api/routes/incidents.ts';
import type { InvitationMail } from '../api/routes/mail-invitation.ts';
import { type MaintenanceRouteDeps, maintenanceRoutes } from '../api/routes/maintenance.ts';
import { markRoutes } from '../api/routes/marks.ts';
import { monitorRoutes } from '../api/routes/monitors.ts';
import { networkMonitorRoutes } from '../api/routes/network-monitors.ts';
import { noticeRoutes } from '../api/routes/notices.ts';
import { openScreenshot } from '../api/routes/open-screenshot.ts';
import { pingRoutes } from '../api/routes/pings.ts';
import { reportRoutes } from '../api/routes/reports.ts';
import type { RouteDeps } from '../api/routes/route-deps.ts';
import { routingRoutes } from '../api/routes/routing.ts';
import { type SessionRouteDeps, sessionRoutes } from '../api/routes/sessions.ts';
import { settingsRoutes } from '../api/routes/settings.ts';
import { type ShareLinkRouteDeps, shareLinkRoutes } from '../api/routes/share-links.ts';
import { type SignOnRouteDeps, signOnRoutes } from '../api/routes/sign-on.ts';
import { silenceRoutes } from '../api/routes/silences.ts';
import { slackRoutes } from '../api/routes/slack.ts';
import { type TokenRouteDeps, tokenRoutes } from '../api/routes/tokens.ts';
import { urlRoutes } from '../api/routes/urls.ts';
import { type UserRouteDeps, userRoutes } from '../api/routes/users.ts';
import { websiteRoutes } from '../api/routes/websites.ts';
import { type Backups, createBackups } from '../operations/backup/backups.ts';
import { refuseWhileRestoring, restoringMessage } from '../operations/backup/refuse-while-restoring.ts';
import { createDailyBackups } from '../operations/backup/schedule/daily-backups.ts';
import { createHealth, firstTrouble, type HealthCondition, healthRoute } from '../operations/health/health.ts';
import { readProductVersion } from '../product-files.ts';
import { type LinkRouteDeps, linkRoutes } from '../public/pages/link-routes.ts';
import { publicDocumentRoutes, publicStatusRoutes } from '../public/status/public-routes.ts';
import { answerReadyRequests } from '../public/status/ready-requests.ts';
import { createShareSide } from '../public/status/shares/share-routes.ts';
import { sealStoredSecrets } from '../storage/settings/secrets/stored-secrets.ts';
import type { Checking } from './checking.ts';
import type { Diagnosing } from './diagnosing.ts';
import { metricsSources } from './metrics.ts';
import type { Notifying } from './notifying.ts';
import type { Service, Shared } from './process-context.ts';
import type { PublicSide } from './public-side.ts';
import type { Reporting } from './reporting.ts';

/** Deadline for mailing an invitation. Afterwards the link is shown instead. */
const invitationDeadlineMs = 20_000;

interface InterfaceParts {
  checking: Checking;
  notifying: Notifying;
  diagnosing: Diagnosing;
  reporting: Pick<Reporting, 'sender'>;
  publicSide: PublicSide;
  access: Access;
  /** Conditions of this process for /healthz. */
  healthConditions: readonly HealthCondition[];
}

/** The HTTP side: API, pages, feeds, health and metrics. */
export interface Interface extends Service {
  app: FastifyInstance;
  /** The reason why /healthz is not 200; null if it is. */
  unhealthyReason(): Promise<string | null>;
}

export async function composeInterface(shared: Shared, parts: InterfaceParts): Promise<Interface> {
  const { config, secrets, clock, changes, log, presence, publicUrl } = shared;
  const { checking, notifying, diagnosing, publicSide, access } = parts;
  const [{ snapshot, webApp }, { db }] = [publicSide, shared.storage];
  const backups = composeBackups(shared, parts);
  const daily = createDailyBackups({ ...shared, dataDir: config.dataDir, backups });
  const shares = createShareSide({ db, clock, snapshot, webApp, shareLinks: access.shareLinks });
  const adminEvents = createAdminEvents(changes, access.sessions, clock);
  const current = { ...checking.maintenance, presentSince: presence.since };
  const resources = { db, clock, changes, secrets, watch: checking.watch, commands: checking.commands, current };

  /** For programs on this machine. */
  const readMetrics = async (): Promise<string> =>
    (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;

  const mountApi = (api: FastifyInstance): void => {
    accessRoutes(api, {
      ...access,
      ...access.signInMethods,
      ...shared,
      db,
      shares,
      mail: invitationMail(shared, notifying),
    });
    dashboardRoutes(api, resources);
    publicStatusRoutes(api, snapshot, publicSide.events, clock.now);
    eventRoutes(api, adminEvents, access.callers);
    resourceRoutes(api, { ...resources, publicUrl });
    alertRoutes(api, resources);
    certificateRoutes(api, resources);
    settingsRoutes(api, { db, channels: notifying.channels, changes, secrets });
    channelRoutes(api, { db, clock, channels: notifying.channels, changes, secrets, publicUrl });
    routingRoutes(api, { db, clock, changes, channelRules: rulesOf(notifying.channels) });
    workRoutes(api, { db, clock, changes, current: checking.maintenance });
    slackRoutes(api, { db, channels: notifying.channels, changes, secrets });
    drillRoutes(api, { db, clock, channels: notifying.channels, changes });
    noticeRoutes(api, { db, clock });
    reportRoutes(api, { db, clock, changes, sender: parts.reporting.sender });
    backupRoutes(api, { backups, daily, changes });
    brandingRoutes(api, { db, changes });
    diagnosticsRoutes(api, { ...diagnosing, clock, readMetrics });
    fileRoutes(api, { openScreenshot: (name) => openScreenshot(config.dataDir, name), publicUrl, webApp });
  };
  const conditions = [() => (backups.isRestoring() ? restoringMessage : null), ...parts.healthConditions];
  const health = createHealth(conditions, clock);
  const isWorker = config.role === 'worker';
  const app = await createApp({
    log,
    webApp,
    callers: access.callers,
    audit: access.audit,
    trustProxy: config.trustProxy,
    authProxy: config.authProxy,
    isHttps: config.baseUrl?.startsWith('https:') ?? false,
    answerReady: isWorker ? () => false : answerReadyRequests(snapshot),
    // Before the guard, which queries the database and would wait for the end of a restore.
    beforeGuard: (api) => refuseWhileRestoring(api, { ...backups, isServedFromMemory }),
    mountApi: isWorker ? () => undefined : mountApi,
    mountPings(scope) {
      if (isWorker) return;
      pingRoutes(scope, {
        clock,
        receive: checking.heartbeats.receive,
        unavailableReason: () => (backups.isRestoring() ? restoringMessage : null),
      });
    },
    mountRoot(root) {
      healthRoute(root, health);
      metricsRoute(root, metricsSources(shared, checking, diagnosing, snapshot), config.metricsToken);
      if (isWorker) return;
      pageRoutes(root, { db, clock, changes, snapshot, webApp, shares });
    },
  });
  return {
    app,
    unhealthyReason: () => firstTrouble(conditions),
    async start() {
      health.start();
      await backups.removeUnfinished();
      if (!isWorker) daily.start();
    },
    async stop() {
      health.stop();
      adminEvents.close();
      await Promise.all([app.close(), daily.stop(), backups.stop()]);
    },
  };
}

/** Websites, monitors of all kinds, and their checks. */
function resourceRoutes(
  api: FastifyInstance,
  resources: RouteDeps & Pick<Shared, 'publicUrl'> & Pick<Checking, 'commands'>,
): void {
  websiteRoutes(api, resources);
  urlRoutes(api, resources);
  networkMonitorRoutes(api, resources);
  commandRoutes(api, resources);
  heartbeatRoutes(api, resources);
  monitorRoutes(api, resources);
  checkRoutes(api, resources);
}

const invitationMail = ({ storage, publicUrl }: Shared, { channels }: Notifying): InvitationMail => ({
  db: storage.db,
  email: channels.email,
  publicUrl,
  deadlineMilliseconds: invitationDeadlineMs,
});

interface WithShares {
  shares: ReturnType<typeof createShareSide>;
}
/** Pages without a sign-in. */
function pageRoutes(
  root: FastifyInstance,
  { snapshot, webApp, shares, ...deps }: LinkRouteDeps & Pick<PublicSide, 'snapshot' | 'webApp'> & WithShares,
): void {
  publicDocumentRoutes(root, snapshot, webApp);
  shares.page(root);
  linkRoutes(root, deps);
}

/** Sign-in, access and the audit log. */
function accessRoutes(
  api: FastifyInstance,
  deps: PeopleRouteDeps & SignInRouteDeps & ShareLinkRouteDeps & WithShares,
): void {
  authRoutes(api, deps);
  sessionRoutes(api, deps);
  userRoutes(api, deps);
  tokenRoutes(api, deps);
  shareLinkRoutes(api, deps);
  deps.shares.api(api);
  auditRoutes(api, deps);
  factorRoutes(api, deps);
  signOnRoutes(api, deps);
  deviceRoutes(api, deps);
}

type PeopleRouteDeps = AuthRouteDeps & TokenRouteDeps & SessionRouteDeps & UserRouteDeps;
type SignInRouteDeps = FactorRouteDeps & SignOnRouteDeps & DeviceRouteDeps;

/** Muting, notifications, deployment marks and maintenance. */
function workRoutes(api: FastifyInstance, deps: MaintenanceRouteDeps): void {
  silenceRoutes(api, deps);
  incidentRoutes(api, deps);
  markRoutes(api, deps);
  maintenanceRoutes(api, deps);
}

function composeBackups(shared: Shared, { checking, publicSide }: InterfaceParts): Backups {
  const { config, storage, clock, changes, log } = shared;
  return createBackups({
    storage,
    clock,
    changes,
    log,
    dataDir: config.dataDir,
    productVersion: readProductVersion(),
    sealSecrets: (transaction) => sealStoredSecrets(transaction, config.secretKey),
    pauseChecks: () => checking.pause(),
    async resumeChecks() {
      await checking.resume();
      await publicSide.snapshot.reload();
    },
  });
}

const isServedFromMemory = (path: string): boolean => /^\/public\/(status|events|page)/.test(path);
