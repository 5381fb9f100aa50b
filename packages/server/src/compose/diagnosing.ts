import os from 'node:os';
import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { createEmailChannel } from '../alerts/notify/channels/email.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { makeBundle } from '../operations/diagnostics/bundle/bundle.ts';
import { examineFolder } from '../operations/diagnostics/data/folder.ts';
import type { DiagnosticTools } from '../operations/diagnostics/diagnostic.ts';
import { createDiagnostics, type Diagnostics } from '../operations/diagnostics/diagnostics.ts';
import { examineDisk } from '../operations/diagnostics/machine/disk.ts';
import { scheduleFinding } from '../operations/diagnostics/machine/scheduler.ts';
import { createLatenessWindow, type LatenessWindow } from '../operations/diagnostics/notices/lateness-window.ts';
import { createNotChecked } from '../operations/diagnostics/notices/not-checked.ts';
import { createNotices, type Notices } from '../operations/diagnostics/notices/notices.ts';
import { createStoredNotices } from '../operations/diagnostics/notices/stored-notices.ts';
import { clock as clockDiagnostic } from '../operations/diagnostics/outward/clock.ts';
import { diagnosticTimes } from '../operations/diagnostics/thresholds.ts';
import type { Checking } from './checking.ts';
import type { Service, Shared } from './process-context.ts';

/** Diagnostics, notices, and the support bundle. */
export interface Diagnosing extends Service {
  diagnostics: Diagnostics;
  notices: Pick<Notices, 'isOpen'>;
  /** Records that an administrator's request came through a reverse proxy. */
  noteProxy(): void;
  makeBundle(results: readonly DiagnosticResult[], metrics: string): Promise<Buffer>;
}

export function composeDiagnosing(
  shared: Shared,
  { engine, maintenance }: Pick<Checking, 'engine' | 'maintenance'>,
): Diagnosing {
  const { config, storage, secrets, clock, changes, log, presence, recentLog } = shared;
  const makesChecks = config.role !== 'web';
  const lateness = createLatenessWindow(clock);
  const dialer = createDialer();
  let isBehindProxy = false;
  const tools: DiagnosticTools = {
    config,
    clock,
    dialer,
    storage,
    email: createEmailChannel({ dialer, secrets }),
    process: {
      engineStats: () => (makesChecks ? engine.stats() : null),
      lateness,
      presentSince: presence.since,
      isBehindProxy: () => isBehindProxy,
    },
  };
  const notices = createNotices({
    clock,
    log,
    dataDir: config.dataDir,
    stored: createStoredNotices({
      db: storage.db,
      clock,
      changes,
      machine: storage.dialect === 'sqlite' ? '' : os.hostname(),
    }),
    looks: {
      disk_low: () => examineDisk(config.dataDir),
      folder_apart: () => examineFolder({ config, storage }),
      ...(makesChecks
        ? { checks_late: async () => lookAtLateness(engine, lateness), clock_skew: () => lookAtClock(tools) }
        : {}),
    },
  });
  const notChecked = createNotChecked({ db: storage.db, clock, changes, log, presence, maintenance });
  return {
    diagnostics: createDiagnostics({ tools, log }),
    notices,
    noteProxy() {
      isBehindProxy = true;
    },
    makeBundle: (results, metrics) =>
      makeBundle({
        config: withCommandSecrets(shared),
        now: clock.now(),
        storage,
        results,
        metrics,
        logLines: recentLog.lines(),
      }),
    async start() {
      notices.start();
      notChecked.start();
    },
    stop: async () => void (await Promise.all([notices.stop(), notChecked.stop()])),
  };
}

/** The values that no file of a bundle may hold, with those of the commands file. */
const withCommandSecrets = ({ config, commands }: Shared): Shared['config'] => ({
  ...config,
  secretTexts: [...config.secretTexts, ...commands.secretTexts()],
});

function lookAtLateness(engine: Checking['engine'], lateness: LatenessWindow) {
  const stats = engine.stats();
  const finding = scheduleFinding(stats, lateness.p99(stats));
  lateness.note(stats);
  return finding;
}

function lookAtClock(tools: DiagnosticTools) {
  const signal = AbortSignal.timeout(diagnosticTimes.each);
  return clockDiagnostic.run(tools, { signal, patience: signal, isDeep: false });
}
