import type { Command } from '@upvigil/core/contract/commands';
import fastify, { type FastifyInstance } from 'fastify';
import { type Caller, newcomer, ownerOf } from '../access/caller.ts';
import { answerError } from '../api/http/error-handler.ts';
import { alertRoutes } from '../api/routes/alerts.ts';
import { checkRoutes } from '../api/routes/checks.ts';
import { dashboardRoutes } from '../api/routes/dashboard.ts';
import { monitorRoutes } from '../api/routes/monitors.ts';
import { networkMonitorRoutes } from '../api/routes/network-monitors.ts';
import type { RouteDeps } from '../api/routes/route-deps.ts';
import { urlRoutes } from '../api/routes/urls.ts';
import { websiteRoutes } from '../api/routes/websites.ts';
import { systemClock } from '../base/clock.ts';
import { type Change, createChangeFeed } from '../base/domain/change-feed.ts';
import type { FinishedCheck, ProbeOutcome, ProbeTarget, WatchedMonitor } from '../base/domain/check.ts';
import { createMonitorWatch } from '../checks/monitors/engine-sync.ts';
import type { RaiseAlerts } from '../checks/record/recording/recorded-check.ts';
import { createResultRecorder, type ResultRecorder } from '../checks/record/recording/result-recorder.ts';
import type { Database } from '../storage/database.ts';
import { createSecrets } from '../storage/settings/secrets/secrets.ts';
import { auditOn } from './change-on.ts';
import { finishedCheck, testNow } from './rows.ts';
import { openTestStorage, type TestStorage } from './test-storage.ts';

/** An engine without probes: it keeps its messages and answers as a test sets. */
interface FakeEngine {
  watched: Map<number, WatchedMonitor>;
  /** The result of a triggered check; by default up with status 200. */
  checked: (monitor: WatchedMonitor) => FinishedCheck | { fault: string; message: string };
  probed: { target: ProbeTarget; timeoutSeconds: number } | null;
  outcome: ProbeOutcome;
}

/** The routes of websites, monitors, checks, alerts and the dashboard, without sign-in. */
export interface ResourceApp {
  app: FastifyInstance;
  storage: TestStorage;
  db: Database;
  engine: FakeEngine;
  recorder: ResultRecorder;
  /** Published changes, oldest first. */
  published: Change[];
  /** Screenshot files that were removed. */
  removed: string[];
  /** The commands of the server; a test may add some. */
  commands: Command[];
  /** The clock; a test may set it. */
  time: { now: number };
  /** The caller: the owner; a test may set another one. */
  signedIn: { caller: Caller };
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** The status and the parsed body; null without a body. */
interface Answer {
  status: number;
  body: unknown;
}

const noAlerts: RaiseAlerts = async (_trx, recorded) => ({
  states: new Map(recorded.map(({ monitor }) => [monitor.id, monitor])),
  has_deliveries: false,
});

/** `observe` may wrap the database of the routes. */
export async function startResourceApp(observe = (db: Database): Database => db): Promise<ResourceApp> {
  const storage = await openTestStorage();
  const db = observe(storage.db);
  const time = { now: testNow };
  const clock = { ...systemClock, now: () => time.now, monotonic: () => 0 };
  const published: Change[] = [];
  const removed: string[] = [];
  const commands: Command[] = [];
  const changes = createChangeFeed(() => undefined);
  changes.subscribe((change) => published.push(change));
  const log = { warn: () => undefined, error: () => undefined };
  const recorder = createResultRecorder({ db, clock, changes, raiseAlerts: noAlerts, log });
  const engine: FakeEngine = {
    watched: new Map(),
    checked: (monitor) => finishedCheck(monitor, { checked_at: time.now }),
    probed: null,
    outcome: { outcome: 'up', response_time_us: 12_000, status_code: null, metadata_found: null, packet_loss: null },
  };
  const secrets = createSecrets(() => db, null);
  const watch = createMonitorWatch({
    db,
    secrets,
    recorder,
    removeScreenshots: async (names) => void removed.push(...names),
    engine: {
      watch: (monitors) => {
        for (const monitor of monitors) engine.watched.set(monitor.id, monitor);
      },
      forget: (ids) => {
        for (const id of ids) engine.watched.delete(id);
      },
      checkNow: async (monitor) => engine.checked(monitor),
      probe: async (target, timeoutSeconds) => {
        engine.probed = { target, timeoutSeconds };
        return engine.outcome;
      },
    },
  });
  const signedIn = { caller: ownerOf(newcomer) };
  const app = resourceRoutes(
    { db, clock, changes, watch, secrets, commands: { list: async () => commands } },
    signedIn,
  );
  return {
    app,
    storage,
    db,
    engine,
    recorder,
    published,
    removed,
    commands,
    time,
    signedIn,
    async call(method, url, body) {
      const answer = await app.inject({ method, url, ...(body ? { payload: body } : {}) });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    },
    async close() {
      await app.close();
      await recorder.stop();
      await storage.close();
    },
  };
}

function resourceRoutes(parts: RouteDeps, signedIn: ResourceApp['signedIn']): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = signedIn.caller;
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, parts.db);
  const mounts = [websiteRoutes, urlRoutes, networkMonitorRoutes, monitorRoutes, checkRoutes, alertRoutes];
  for (const mount of [...mounts, dashboardRoutes]) mount(app, parts);
  return app;
}
