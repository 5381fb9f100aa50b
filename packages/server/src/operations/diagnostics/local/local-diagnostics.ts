import { existsSync } from 'node:fs';
import path from 'node:path';
import { type DiagnosticId, type DiagnosticResult, diagnosticIds } from '@upvigil/core/contract/diagnostics';
import { createEmailChannel } from '../../../alerts/notify/channels/email.ts';
import { systemClock } from '../../../base/clock.ts';
import { type Config, readConfig } from '../../../base/config/config.ts';
import { createDialer } from '../../../checks/probe/dialing/dialer.ts';
import { createSecrets } from '../../../storage/settings/secrets/secrets.ts';
import { openSqliteSnapshot, type Snapshot } from '../../../storage/snapshot.ts';
import { makeBundle } from '../bundle/bundle.ts';
import type { DiagnosedStorage, DiagnosticTools, MissingStorage } from '../diagnostic.ts';
import { diagnostics } from '../registry.ts';
import { runDiagnostics } from '../run-diagnostics.ts';

interface LocalRequest {
  /** Absent: all. */
  only?: readonly DiagnosticId[] | undefined;
  deep: boolean;
}

/** Diagnostics of this machine without a server. */
export interface LocalDiagnosis {
  dataDir: string;
  results: DiagnosticResult[];
  /** A support bundle (.tar.gz) without metrics and log. */
  makeBundle(): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Diagnoses the data folder of the environment, without changing it. Null when it holds no installation.
 * @throws ConfigError naming the invalid environment variable
 */
export async function diagnoseLocally({ only, deep }: LocalRequest): Promise<LocalDiagnosis | null> {
  const config = readConfig();
  if (!existsSync(config.dataDir)) return null;
  const snapshot = await openHere(config);
  const storage: DiagnosticTools['storage'] = 'missing' in snapshot ? snapshot : storageOf(snapshot, config);
  const dialer = createDialer();
  const tools: DiagnosticTools = {
    config,
    clock: systemClock,
    dialer,
    storage,
    process: null,
    email: createEmailChannel({ dialer, secrets: createSecrets(() => dbOf(snapshot), config.secretKey) }),
  };
  const chosen = diagnosticIds.filter((id) => only === undefined || only.includes(id)).map((id) => diagnostics[id]);
  const results = await runDiagnostics(chosen, tools, { isDeep: deep, onError: () => undefined });
  const now = systemClock.now();
  return {
    dataDir: config.dataDir,
    results,
    makeBundle: () => makeBundle({ config, now, storage, results, metrics: null, logLines: null }),
    close: async () => ('missing' in snapshot ? undefined : snapshot.close()),
  };
}

function dbOf(snapshot: Snapshot | MissingStorage): Snapshot['db'] {
  if ('missing' in snapshot) throw new Error(`No secret can be opened: ${snapshot.missing}`);
  return snapshot.db;
}

const fileOf = ({ dataDir }: Config): string => path.join(dataDir, 'upvigil.sqlite');
const storageOf = ({ db }: Snapshot, config: Config): DiagnosedStorage => ({
  dialect: 'sqlite',
  db,
  file: fileOf(config),
});

async function openHere(config: Config): Promise<Snapshot | MissingStorage> {
  if (config.databaseUrl !== null)
    return { missing: 'the data is in PostgreSQL, and only the server connects to it', file: null };
  if (!existsSync(fileOf(config))) return { missing: 'there is no database in DATA_DIR', file: null };
  try {
    return await openSqliteSnapshot(fileOf(config));
  } catch {
    return { missing: 'the database cannot be read', file: fileOf(config) };
  }
}
