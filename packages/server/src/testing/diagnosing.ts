import type { DiagnosticId, DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { onTestFinished } from 'vitest';
import { createEmailChannel } from '../alerts/notify/channels/email.ts';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import type { DiagnosedProcess, DiagnosticTools } from '../operations/diagnostics/diagnostic.ts';
import { createLatenessWindow } from '../operations/diagnostics/notices/lateness-window.ts';
import { diagnostics } from '../operations/diagnostics/registry.ts';
import { runDiagnostics } from '../operations/diagnostics/run-diagnostics.ts';
import { plainSecrets } from './plain-secrets.ts';
import { openTestStorage, type TestStorage } from './test-storage.ts';

/** A process without checks. */
export const idleProcess: DiagnosedProcess = {
  engineStats: () => null,
  lateness: createLatenessWindow(systemClock),
  presentSince: () => systemClock.now(),
  isBehindProxy: () => false,
};

export interface DiagnosedInstallation extends TestStorage {
  /** Runs one diagnostic with other tools or environment variables. */
  ask(id: DiagnosticId, given?: Given): Promise<DiagnosticResult>;
}

interface Given extends Partial<Omit<DiagnosticTools, 'config'>> {
  env?: Record<string, string>;
  isDeep?: boolean;
  /** Milliseconds. */
  limit?: number;
}

/** Milliseconds, unless a test is about the limit. Long, because a machine busy with other tests is slow. */
const patience = 60_000;

/** An installation with its own folder and database, deleted after the test. */
export async function openDiagnosed(): Promise<DiagnosedInstallation> {
  const test = await openTestStorage();
  onTestFinished(() => test.close());
  return {
    ...test,
    async ask(id, { env, isDeep = false, limit = patience, ...given } = {}) {
      const dialer = given.dialer ?? createDialer();
      const tools: DiagnosticTools = {
        config: readConfig({ DATA_DIR: test.folder, CHROMIUM_PATH: 'off', DNS_REFERENCE_NAME: 'off', ...env }),
        clock: systemClock,
        dialer,
        storage: test.storage,
        process: idleProcess,
        email: createEmailChannel({ dialer, secrets: plainSecrets }),
        ...given,
      };
      const onError = (error: unknown): void => {
        throw error;
      };
      const options = { isDeep, onError, limit };
      const [result] = await runDiagnostics([diagnostics[id]], tools, options);
      if (result === undefined) throw new Error('no result');
      return result;
    },
  };
}
