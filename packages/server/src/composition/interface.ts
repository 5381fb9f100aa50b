import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { type Backups, createBackups } from '../backup/backups.ts';
import { refuseWhileRestoring, restoringMessage } from '../backup/refuse-while-restoring.ts';
import { createApp } from '../http/app.ts';
import { fileRoutes } from '../http/file-routes.ts';
import { createHealth, firstTrouble, type HealthCondition, healthRoute } from '../http/health/health.ts';
import { metricsRoute } from '../http/metrics/metrics.ts';
import { rulesOf } from '../notifications/channels/registry.ts';
import { readProductVersion } from '../product-files.ts';
import { type LinkRouteDeps, linkRoutes } from '../public-pages/link-routes.ts';
import { publicDocumentRoutes, publicStatusRoutes } from '../public-status/public-routes.ts';
import { answerReadyRequests } from '../public-status/ready-requests.ts';
import { createShareSide } from '../public-status/shares/share-routes.ts';
import { alertRoutes } from '../resources/alerts/alerts-routes.ts';
import { auditRoutes } from '../resources/audit/audit-routes.ts';
import { type AuthRouteDeps, authRoutes } from '../resources/auth/auth-routes.ts';
import { backupRoutes } from '../resources/backup/backup-routes.ts';
import { brandingRoutes } from '../resources/branding/branding-routes.ts';
import { certificateRoutes } from '../resources/certificates/certificates-routes.ts';
import { channelRoutes } from '../resources/channels/channels-routes.ts';
import { checkRoutes } from '../resources/checks/checks-routes.ts';
import { dashboardRoutes } from '../resources/dashboard/dashboard-routes.ts';
import { type DeviceRouteDeps, deviceRoutes } from '../resources/device/device-routes.ts';
import { diagnosticsRoutes } from '../resources/diagnostics/diagnostics-routes.ts';
import { drillRoutes } from '../resources/drills/drills-routes.ts';
import { createAdminEvents, eventRoutes } from '../resources/events/admin-events.ts';
import { type FactorRouteDeps, factorRoutes } from '../resources/factors/factors-routes.ts';
import { incidentRoutes } from '../resources/incidents/incidents-routes.ts';
import { type MaintenanceRouteDeps, maintenanceRoutes } from '../resources/maintenance/maintenance-routes.ts';
import { markRoutes } from '../resources/marks/marks-routes.ts';
import { networkMonitorRoutes } from '../resources/network-monitors/network-monitors-routes.ts';
import { noticeRoutes } from '../resources/notices/notices-routes.ts';
import { reportRoutes } from '../resources/reports/reports-routes.ts';
import { routingRoutes } from '../resources/routing/routing-routes.ts';
import { openScreenshot } from '../resources/screenshots/open-screenshot.ts';
import { type SessionRouteDeps, sessionRoutes } from '../resources/sessions/sessions-routes.ts';
import { settingsRoutes } from '../resources/settings/settings-routes.ts';
import { type ShareLinkRouteDeps, shareLinkRoutes } from '../resources/share-links/share-links-routes.ts';
import { type SignOnRouteDeps, signOnRoutes } from '../resources/sign-on/sign-on-routes.ts';
import { silenceRoutes } from '../resources/silences/silences-routes.ts';
import { slackRoutes } from '../resources/slack/slack-routes.ts';
import { type TokenRouteDeps, tokenRoutes } from '../resources/tokens/tokens-routes.ts';
import { urlRoutes } from '../resources/urls/urls-routes.ts';
import type { InvitationMail } from '../resources/users/mail-invitation.ts';
import { type UserRouteDeps, userRoutes } from '../resources/users/users-routes.ts';
import { websiteRoutes } from '../resources/websites/websites-routes.ts';
import { sealStoredSecrets } from '../settings/secrets/stored-secrets.ts';
import type { Checking } from './checking.ts';
import type { Diagnosing } from './diagnosing.ts';
import { metricsSources } from './metrics.ts';
import type { Notifying } from './notifying.ts';
import type { Service, Shared } from './process-context.ts';
import type { PublicSide } from './public-side.ts';
import type { Reporting } from './reporting.ts';

/** What mailing an invitation may take. Then its link is shown instead. */
const invitationDeadlineMs = 20_000;

export interface InterfaceParts {
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
  /** Why /healthz is not 200; null while it is. */
  whyUnhealthy(): Promise<string | null>;
}

export async function composeInterface(shared: Shared, parts: InterfaceParts): Promise<Interface> {
  const { config, secrets, clock, changes, log, presence, publicUrl } = shared;
  const { checking, notifying, diagnosing, publicSide, access } = parts;
  const [{ snapshot, webApp }, { db }] = [publicSide, shared.storage];
  const backups = composeBackups(shared, parts);
  const shares = createShareSide({ db, clock, snapshot, webApp, shareLinks: access.shareLinks });
  const adminEvents = createAdminEvents(changes, access.sessions, clock);
  const current = { ...checking.maintenance, presentSince: presence.since };
  const resources = { db, clock, changes, secrets, watch: checking.watch, current };

  /** As a program on this machine reads them. */
  const readMetrics = async (): Promise<string> =>
    (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;

  const mountApi = (api: FastifyInstance): void => {
    accessRoutes(api, { ...access, ...access.waysIn, ...shared, db, shares, mail: invitationMail(shared, notifying) });
    dashboardRoutes(api, resources);
    publicStatusRoutes(api, snapshot, publicSide.events, clock.now);
    eventRoutes(api, adminEvents, access.callers);
    websiteRoutes(api, resources);
    urlRoutes(api, resources);
    networkMonitorRoutes(api, resources);
    checkRoutes(api, resources);
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
    backupRoutes(api, { backups });
    brandingRoutes(api, { db, changes });
    diagnosticsRoutes(api, { ...diagnosing, clock, readMetrics });
    fileRoutes(api, { openScreenshot: (name) => openScreenshot(config.dataDir, name), publicUrl });
  };
  const conditions = [() => (backups.isRestoring() ? restoringMessage : null), ...parts.healthConditions];
  const health = createHealth(conditions, clock);
  const isWorker = config.role === 'worker';
  const app = await createApp({
    ...{ log, webApp, callers: access.callers, audit: access.audit },
    ...{ trustProxy: config.trustProxy, authProxy: config.authProxy },
    isHttps: config.baseUrl?.startsWith('https:') ?? false,
    answerReady: isWorker ? () => false : answerReadyRequests(snapshot),
    // Before the guard, which asks the database: during a restore it would wait for its end.
    beforeGuard: (api) => refuseWhileRestoring(api, { ...backups, isServedFromMemory }),
    mountApi: isWorker ? () => undefined : mountApi,
    mountRoot(root) {
      healthRoute(root, health);
      metricsRoute(root, metricsSources(shared, checking, diagnosing, snapshot), config.metricsToken);
      if (isWorker) return;
      pageRoutes(root, { db, clock, changes, snapshot, webApp, shares });
    },
  });
  return {
    app,
    whyUnhealthy: () => firstTrouble(conditions),
    async start() {
      health.start();
      await backups.removeUnfinished();
    },
    async stop() {
      health.stop();
      adminEvents.close();
      await Promise.all([app.close(), backups.stop()]);
    },
  };
}

/** How invitations are mailed. */
const invitationMail = ({ storage, publicUrl }: Shared, { channels }: Notifying): InvitationMail => ({
  ...{ db: storage.db, email: channels.email, publicUrl, deadlineMilliseconds: invitationDeadlineMs },
});

interface WithShares {
  shares: ReturnType<typeof createShareSide>;
}
/** What a browser opens without signing in. */
function pageRoutes(
  root: FastifyInstance,
  { snapshot, webApp, shares, ...deps }: LinkRouteDeps & Pick<PublicSide, 'snapshot' | 'webApp'> & WithShares,
): void {
  publicDocumentRoutes(root, snapshot, webApp);
  shares.page(root);
  linkRoutes(root, deps);
}

/** Who may enter, by what, and who changed what. */
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

/** What is muted, what people are told, what was changed, and what is worked on. */
function workRoutes(api: FastifyInstance, deps: MaintenanceRouteDeps): void {
  silenceRoutes(api, deps);
  incidentRoutes(api, deps);
  markRoutes(api, deps);
  maintenanceRoutes(api, deps);
}

function composeBackups(shared: Shared, { checking, publicSide }: InterfaceParts): Backups {
  const { config, storage, clock, changes, log } = shared;
  return createBackups({
    ...{ storage, clock, changes, log, dataDir: config.dataDir, productVersion: readProductVersion() },
    sealSecrets: (transaction) => sealStoredSecrets(transaction, config.secretKey),
    pauseChecks: () => checking.pause(),
    async resumeChecks() {
      await checking.resume();
      await publicSide.snapshot.reload();
    },
  });
}

const isServedFromMemory = (path: string): boolean => /^\/public\/(status|events|page)/.test(path);
