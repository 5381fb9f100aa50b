import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaults } from '@upvigil/core/defaults';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createRaiseAlerts } from './alerting/raise-alerts.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import { healthRoute } from './http/health.ts';
import { metricsRoute } from './http/metrics.ts';
import { countMonitors, countPendingDeliveries } from './http/metrics-store.ts';
import { pageForm, readWebApp } from './http/web-app.ts';
import type { FaultReason } from './monitoring/check.ts';
import { createDialer } from './monitoring/dialer.ts';
import { createEngine, type Engine } from './monitoring/engine.ts';
import { createChannelRules, createChannels } from './notifications/channels/registry.ts';
import { createOutboxDispatcher } from './notifications/outbox-dispatcher.ts';
import { publicDocumentRoutes, publicStatusRoutes } from './public-status/public-routes.ts';
import { answerReadyRequests } from './public-status/ready-requests.ts';
import { createPublicSnapshot } from './public-status/snapshot.ts';
import { createAdminPassword } from './resources/auth/admin-password.ts';
import { authRoutes } from './resources/auth/auth-routes.ts';
import { createSessions } from './resources/auth/sessions.ts';
import { createAdminEvents, eventRoutes } from './resources/events/admin-events.ts';
import { createEventStreams } from './resources/events/event-streams.ts';
import { settingsRoutes } from './resources/settings/settings-routes.ts';
import { slackRoutes } from './resources/slack/slack-routes.ts';
import { createChangeFeed } from './results/change-feed.ts';
import { createResultRecorder } from './results/result-recorder.ts';
import type { Storage } from './storage/database.ts';

/** Where `npm run build` puts the pages. */
const webFolder = fileURLToPath(new URL(path.join('..', '..', 'web', 'dist'), import.meta.url));
/** Each takes a socket and some kilobytes; more viewers go on by polling. */
const maxPublicStreams = 2000;

export interface Surroundings {
  config: Config;
  /** Open and migrated. Closed by whoever opened it. */
  storage: Storage;
  clock: Clock;
  log: Logger;
  /** The public address, without a slash at the end; known once the server listens. */
  publicUrl(): string;
}

/** The whole program, wired. */
export interface Composition {
  app: FastifyInstance;
  /** The password that was generated because none was set or stored; null otherwise. */
  generatedPassword: string | null;
  /** Begins to check and to notify. */
  start(): Promise<void>;
  /** Ends streams and answers, finishes running checks, flushes results. */
  stop(): Promise<void>;
}

/** The only place where parts are wired to each other. */
export async function compose(surroundings: Surroundings): Promise<Composition> {
  const { config, storage, clock, log } = surroundings;
  const { db } = storage;
  const changes = createChangeFeed((error) => log.error({ err: error }, 'a listener to changes failed'));
  const sessions = createSessions(db, clock);
  const password = createAdminPassword(db, sessions);
  const checking = composeChecking(surroundings, changes);
  const notifying = composeNotifying(surroundings, changes);
  const { snapshot, publicEvents, webApp } = composePublicSide(surroundings, changes);
  const adminEvents = createAdminEvents(changes, sessions);

  const app = await createApp({
    log,
    trustProxy: config.trustProxy,
    isHttps: config.baseUrl?.startsWith('https:') ?? false,
    sessions,
    webApp,
    answerReady: answerReadyRequests(snapshot),
    mountApi(api) {
      authRoutes(api, { password, sessions, clock });
      eventRoutes(api, adminEvents, sessions);
      publicStatusRoutes(api, snapshot, publicEvents);
      settingsRoutes(api, { db, channels: notifying.channels, changes });
      slackRoutes(api, { db, channels: notifying.channels, changes });
    },
    mountRoot(root) {
      healthRoute(root, async () => (await storeTrouble(storage)) ?? checking.trouble());
      metricsRoute(root, metricsSources(storage, checking), config.metricsToken);
      publicDocumentRoutes(root, snapshot, webApp);
    },
  });
  const generatedPassword = await password.prepare(config.adminPassword);
  return {
    app,
    generatedPassword,
    async start() {
      await Promise.all([snapshot.start(), checking.engine.start(), notifying.dispatcher.start()]);
    },
    async stop() {
      adminEvents.close();
      publicEvents.close();
      await checking.engine.stop();
      await checking.recorder.stop();
      await Promise.all([app.close(), snapshot.stop(), notifying.dispatcher.stop()]);
    },
  };
}

type Changes = ReturnType<typeof createChangeFeed>;
type Checking = ReturnType<typeof composeChecking>;

/** From the schedule to what is stored. */
function composeChecking({ config, storage, clock, log }: Surroundings, changes: Changes) {
  const raiseAlerts = createRaiseAlerts({ clock, channels: createChannelRules(config.smsHourlyLimit) });
  const recorder = createResultRecorder({ db: storage.db, clock, changes, raiseAlerts, log });
  const faults = new Map<FaultReason, number>();
  const engine = createEngine({
    clock,
    log,
    onFinished: (checks) => recorder.record(checks),
    onFault: (monitorId, fault, message) => {
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
      log.warn({ monitorId, fault }, message);
    },
  });
  return { engine, recorder, faults, trouble: () => engineTrouble(engine, clock) };
}

/** From the outbox to the channels. */
function composeNotifying({ config, storage, clock, log, publicUrl }: Surroundings, changes: Changes) {
  const { smsHourlyLimit, sendSmsApiUrl } = config;
  const channels = createChannels({ dialer: createDialer(), sendSmsApiUrl, smsHourlyLimit });
  const isOnlyProcess = storage.dialect === 'sqlite';
  const dispatcher = createOutboxDispatcher({
    ...{ db: storage.db, clock, log, changes, publicUrl, smsHourlyLimit, isOnlyProcess },
    channels: { ...channels },
  });
  return { channels, dispatcher };
}

/** What everybody may see. */
function composePublicSide({ storage, clock, log, publicUrl }: Surroundings, changes: Changes) {
  const webApp = readWebApp(webFolder);
  const snapshot = createPublicSnapshot({
    ...{ db: storage.db, clock, changes, publicUrl },
    readBrand: async () => defaults.brandText,
    html: webApp.html,
    htmlForm: pageForm(webApp.inlineScripts),
    onError: (error) => log.error({ err: error }, 'the public status could not be read; it is tried again'),
  });
  const publicEvents = createEventStreams(maxPublicStreams);
  snapshot.onChanged((ids) => {
    for (const id of ids) publicEvents.tell(id);
  });
  return { snapshot, publicEvents, webApp };
}

const metricsSources = ({ db }: Storage, { engine, faults }: Checking) => ({
  engineStats: () => engine.stats(),
  faults,
  countMonitors: () => countMonitors(db),
  countPendingDeliveries: () => countPendingDeliveries(db),
});

async function storeTrouble({ db }: Storage): Promise<string | null> {
  try {
    await sql`select 1`.execute(db);
    return null;
  } catch (error) {
    return `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The probe thread speaks every second; one that is silent for this long does not check. */
const silenceMs = 10_000;

function engineTrouble(engine: Engine, clock: Clock): string | null {
  const { is_running, last_heard_at } = engine.stats();
  if (!is_running) return 'The scheduler is not running';
  const isSilent = last_heard_at !== null && clock.monotonic() - last_heard_at > silenceMs;
  return isSilent ? 'The scheduler has not answered for 10 seconds' : null;
}
