import os from 'node:os';
import { createRaiseAlerts } from '../alerts/decide/raise-alerts.ts';
import { createParentWatch } from '../alerts/decide/routing/parent-watch.ts';
import { createMaintenanceWatch, type MaintenanceWatch } from '../alerts/maintenance/maintenance-watch.ts';
import { type Channels, rulesOf } from '../alerts/notify/channels/registry.ts';
import { type CheckCounts, createCheckCounts } from '../api/metrics/check-counts.ts';
import type { Config } from '../base/config/config.ts';
import type { FaultReason } from '../base/domain/check.ts';
import { leaseTimes } from '../base/domain/lease-times.ts';
import { serverDefaults } from '../base/server-defaults.ts';
import {
  type CommandCatalogue,
  createCommandCatalogue,
  describeCommand,
} from '../checks/commands/command-catalogue.ts';
import type { BrowserProbe } from '../checks/engine/browser-probe-server.ts';
import { createEngine, type Engine, type EngineOptions } from '../checks/engine/engine.ts';
import { createFaultLog, type FaultLog } from '../checks/engine/fault-log.ts';
import { createHeartbeats, type Heartbeats, type HeartbeatsOptions } from '../checks/heartbeats/heartbeats.ts';
import { finishDeletions } from '../checks/monitors/delete-monitors.ts';
import { createMonitorWatch, type MonitorWatch, watchAll } from '../checks/monitors/engine-sync.ts';
import { loadWatched } from '../checks/monitors/load-monitors.ts';
import { findOwnName } from '../checks/probe/own-name.ts';
import { createLastFaults, type LastFaults } from '../checks/record/faults/last-faults.ts';
import type { RecordedCheck } from '../checks/record/recording/recorded-check.ts';
import { createResultRecorder, type ResultRecorder } from '../checks/record/recording/result-recorder.ts';
import { createRetention, type Retention, type RetentionDays } from '../checks/record/retention.ts';
import { createWebsiteSumming } from '../checks/record/rollups/sum-websites.ts';
import { createBrowser } from '../checks/screenshots/browser/browser.ts';
import { createScreenshots, type Screenshots } from '../checks/screenshots/screenshots.ts';
import type { HealthCondition } from '../operations/health/health.ts';
import { checksTrouble, leaseTrouble, resultsTrouble, threadTrouble } from '../operations/health/health-conditions.ts';
import { readLiveWorkers } from '../operations/sharing/lease-store.ts';
import { createLeasedWatch } from '../operations/sharing/leased-monitors.ts';
import type { Expiring } from './expiring.ts';
import type { Service, Shared } from './process-context.ts';
import { composeUplink, type Uplink } from './uplink.ts';

/** Everything between the schedule and the stored result. */
export interface Checking extends Service {
  engine: Engine;
  recorder: ResultRecorder;
  maintenance: MaintenanceWatch;
  /** Effects of API changes on the engine. */
  watch: MonitorWatch;
  heartbeats: Heartbeats;
  /** The commands that monitors may run. */
  commands: CommandCatalogue;
  /** Number of checks since the start that each fault of this machine prevented. */
  faults: ReadonlyMap<FaultReason, number>;
  /** Number of recorded checks by monitor; null if metrics of monitors are disabled. */
  counts: CheckCounts | null;
  /** Whether this process checks the monitor. */
  isMine(monitorId: number): boolean;
  /** Resolves when no check runs, all results are stored, and no monitor is watched. */
  pause(): Promise<void>;
  /** Reloads the monitors and continues. */
  resume(): Promise<void>;
  /** Conditions for checking and storing results in this process. */
  healthConditions: readonly HealthCondition[];
}

export function composeChecking(shared: Shared, channels: Channels, { certificates }: Expiring): Checking {
  const { config, storage, secrets, clock, changes, log } = shared;
  const { db } = storage;
  const maintenance = composeMaintenance(shared);
  const raiseAlerts = createRaiseAlerts({ clock, channels: rulesOf(channels), runsAt: maintenance.runsAt });
  const browser = createBrowser({ config, clock, log });
  const screenshots = createScreenshots({ db, browser, dataDir: config.dataDir, log });
  const counts = config.hasMonitorMetrics ? createCheckCounts() : null;
  const isMine = (id: number): boolean => assignment.isMine(id);
  const parents = composeParentWatch(shared, (id) => watch.checkNow(id), isMine);
  const afterRecorded = publishRecorded(counts, screenshots, certificates, parents);
  const recorder = createResultRecorder({
    db,
    clock,
    changes,
    raiseAlerts,
    log,
    runsAt: maintenance.runsAt,
    afterRecorded,
    onRoom: (room) => engine.allowResults(room),
  });
  const heartbeats = composeHeartbeats(shared, { raiseAlerts, runsAt: maintenance.runsAt, afterRecorded });
  const faults = createFaultLog({ clock, log });
  const lastFaults = createLastFaults({ db, clock, log, changes });
  const uplink = composeUplink(shared);
  const engine = composeEngine(shared, { ...screenshots, record: recorder.record, faults, lastFaults, uplink });
  const assignment = composeAssignment(shared, { engine, recorder });
  const retention = composeRetention(shared, screenshots.removeFiles);
  const summing = createWebsiteSumming({ db, clock, changes, log });
  const watch = createMonitorWatch({
    db,
    secrets,
    engine,
    isMine: assignment.isMine,
    removeScreenshots: screenshots.removeFiles,
    recorder: triggeredRecorder(recorder, screenshots),
  });
  return {
    engine,
    recorder,
    watch,
    maintenance,
    heartbeats,
    commands: composeCommands(shared),
    faults: faults.counts,
    counts,
    isMine: assignment.isMine,
    healthConditions: conditionsOfChecking(shared, { engine, assignment, recorder }),
    async start() {
      await maintenance.start();
      await parents.start();
      if (config.role !== 'web') await retention.start();
      await Promise.all([uplink.start(engine), engine.start()]);
      await assignment.start();
      await heartbeats.start();
      if (config.role !== 'web') summing.start();
    },
    async stop() {
      const lastScreenshot = screenshots.stop();
      const lastDeletion = retention.stop();
      const lastSums = summing.stop();
      const lastSweep = heartbeats.stop();
      await engine.stop();
      // Aborts a screenshot in progress, because a stop must not wait for a page to load.
      const browserClosed = browser.close();
      await recorder.stop();
      await Promise.all([lastFaults.stop(), uplink.stop(), maintenance.stop(), parents.stop()]);
      // Releases the monitors only after all results are stored, so that none is checked twice in an interval.
      await assignment.stop();
      await Promise.all([browserClosed, lastScreenshot, lastDeletion, lastSums, lastSweep]);
    },
    async pause() {
      await engine.pause();
      await heartbeats.pause();
      await recorder.flush();
      lastFaults.drop();
      certificates.drop();
      await screenshots.drop();
      // After a restore, a monitor may have the same id and revision but another target.
      engine.forget((await loadWatched(db, 'all', secrets)).map(({ id }) => id));
    },
    async resume() {
      screenshots.reload();
      await assignment.restart();
      await heartbeats.resume();
      engine.resume();
    },
  };
}

const composeParentWatch = (
  { storage, clock, changes, log }: Shared,
  checkNow: MonitorWatch['checkNow'],
  isMine: MonitorAssignment['isMine'],
) =>
  createParentWatch({
    db: storage.db,
    clock,
    changes,
    checkNow,
    isMine,
    onError: (error) => log.error({ err: error }, 'parents and children of a monitor could not be checked'),
  });

const composeHeartbeats = (
  { config, storage, clock, changes, log, processId }: Shared,
  parts: Pick<HeartbeatsOptions, 'raiseAlerts' | 'runsAt' | 'afterRecorded'>,
): Heartbeats =>
  createHeartbeats({
    ...parts,
    db: storage.db,
    clock,
    changes,
    processId,
    isShared: storage.dialect === 'postgres',
    acceptsPings: config.role !== 'worker',
    sweeps: config.role !== 'web',
    onError: (error) => log.error({ err: error }, 'heartbeats could not be evaluated or recorded'),
  });

const composeMaintenance = ({ config, storage, clock, changes, log }: Shared): MaintenanceWatch =>
  createMaintenanceWatch({
    db: storage.db,
    clock,
    changes,
    makesRuns: config.role !== 'web',
    onError: (error) => log.error({ err: error }, 'maintenance runs could not be read; retried later'),
  });

function composeRetention(
  { config, storage, clock, log }: Shared,
  removeScreenshots: Screenshots['removeFiles'],
): Retention {
  return createRetention({
    storage,
    clock,
    log,
    removeScreenshots,
    days: retentionDays(config),
    finishDeletions: (isStopped) => finishDeletions({ db: storage.db, removeScreenshots, isStopped }),
  });
}

const publishRecorded =
  (
    counts: CheckCounts | null,
    screenshots: Screenshots,
    certificates: Expiring['certificates'],
    parents: Pick<ReturnType<typeof createParentWatch>, 'afterRecorded'>,
  ): ((recorded: readonly RecordedCheck[]) => void) =>
  (recorded) => {
    certificates.note(recorded);
    counts?.add(recorded);
    screenshots.afterRecorded(recorded);
    parents.afterRecorded(recorded);
  };

/** Records triggered checks, and takes a screenshot for each. */
const triggeredRecorder = (
  { recordNow }: ResultRecorder,
  { afterTriggered }: Screenshots,
): Pick<ResultRecorder, 'recordNow'> => ({
  async recordNow(check) {
    const recorded = await recordNow(check);
    if (recorded) afterTriggered(recorded);
    return recorded;
  },
});

interface EngineParts {
  runBrowserProbe: BrowserProbe;
  record: ResultRecorder['record'];
  faults: FaultLog;
  lastFaults: LastFaults;
  uplink: Pick<Uplink, 'note'>;
}

/** An engine whose results are recorded. Its faults are counted, logged and shown on the monitors' cards. */
function composeEngine(
  { config, clock, log, commands }: Shared,
  { runBrowserProbe, record, faults, lastFaults, uplink }: EngineParts,
): Engine {
  const onFault: EngineOptions['onFault'] = (monitorId, fault, message) => {
    faults.note(monitorId, fault, message);
    lastFaults.note(monitorId, fault, message);
  };
  const { baseUrl, dnsReferenceName } = config;
  const engine = createEngine({
    clock,
    log,
    runBrowserProbe,
    dnsReferenceName,
    ownName: findOwnName(baseUrl, os.hostname()),
    onFinished: record,
    onFault,
    onUplink: uplink.note,
  });
  commands.follow(engine.setCommands);
  return engine;
}

const retentionDays = ({ retentionDays: { checks, hourly, daily, alerts } }: Config): RetentionDays => ({
  checks,
  hourlyRollups: hourly,
  dailyRollups: daily,
  alerts,
  quarterHourlyRollups: serverDefaults.retentionDays.quarterHourlyRollups,
});

/** The monitors that this process checks. */
interface MonitorAssignment extends Service {
  isMine(monitorId: number): boolean;
  /** Time of the last lease renewal, in milliseconds of `clock.monotonic()`; null if no lease is needed. */
  renewedAt(): number | null;
  /** Starts again after all monitors were forgotten (by a restore, say). */
  restart(): Promise<void>;
}

function composeAssignment(shared: Shared, parts: Pick<Checking, 'engine' | 'recorder'>): MonitorAssignment {
  const nothing = async (): Promise<void> => undefined;
  // The role `web` uses its engine only for triggered checks.
  const isMine = (): boolean => false;
  if (shared.config.role === 'web')
    return { isMine, renewedAt: noLease, start: nothing, stop: nothing, restart: nothing };
  return shared.storage.dialect === 'sqlite' ? assignAll(shared, parts.engine) : assignByLease(shared, parts);
}

const noLease = (): null => null;

/** SQLite: the only process checks all monitors. */
function assignAll({ storage, secrets }: Shared, engine: Engine): MonitorAssignment {
  const start = (): Promise<void> => watchAll(storage.db, secrets, engine);
  return { isMine: () => true, renewedAt: noLease, start, stop: async () => undefined, restart: start };
}

/** On PostgreSQL, a process of the role `web` runs no monitor, so its own commands do not count. */
function composeCommands({ config, storage, commands }: Shared): CommandCatalogue {
  if (storage.dialect === 'sqlite') return createCommandCatalogue(commands, async () => []);
  return createCommandCatalogue(config.role === 'web' ? { list: () => [] } : commands, async () =>
    (await readLiveWorkers(storage.db, leaseTimes.leaseMilliseconds)).flatMap((worker) => worker.commands),
  );
}

function assignByLease(shared: Shared, parts: Pick<Checking, 'engine' | 'recorder'>): MonitorAssignment {
  const commands = () => shared.commands.list().map(describeCommand);
  const { storage, secrets, clock, changes, log, processId } = shared;
  const leased = createLeasedWatch({
    ...parts,
    secrets,
    db: storage.urgent,
    clock,
    changes,
    workerId: processId,
    commands,
    log,
  });
  return { ...leased, restart: async () => undefined };
}

function conditionsOfChecking(
  { config, clock }: Shared,
  { engine, recorder, assignment }: Pick<Checking, 'engine' | 'recorder'> & { assignment: MonitorAssignment },
): HealthCondition[] {
  const stored = (): string | null => resultsTrouble(recorder.waitingSince(), clock.monotonic());
  if (config.role === 'web') return [stored];
  return [
    () => threadTrouble(engine.stats(), clock.monotonic()),
    () => leaseTrouble(assignment.renewedAt(), clock.monotonic()),
    () => checksTrouble(engine.stats(), clock.monotonic()),
    stored,
  ];
}
