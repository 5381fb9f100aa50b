import { randomUUID } from 'node:crypto';
import { backupMessages } from '@upvigil/core/texts/backup';
import type { FastifyInstance } from 'fastify';
import { createAccess } from '../access/access.ts';
import { productionHashCost } from '../access/password-store.ts';
import { createAutomaticWatch } from '../alerts/incidents/automatic-watch.ts';
import { createChangeFeed } from '../base/domain/change-feed.ts';
import { createConfiguredCommands } from '../checks/commands/configured-commands.ts';
import { createPresence } from '../checks/record/faults/presence.ts';
import { storeAnswers } from '../operations/health/health-conditions.ts';
import { markFolder } from '../operations/sharing/folder-id.ts';
import { createDiskWatch } from '../storage/disk-watch.ts';
import { createSecrets } from '../storage/settings/secrets/secrets.ts';
import { sealStoredSecrets } from '../storage/settings/secrets/stored-secrets.ts';
import { listUpgradeCopies } from '../storage/sqlite/upgrade-copies.ts';
import { composeChecking } from './checking.ts';
import { composeDeadMan } from './dead-man.ts';
import { composeDiagnosing } from './diagnosing.ts';
import { composeExpiring } from './expiring.ts';
import { composeInterface } from './interface.ts';
import { composeNotifying } from './notifying.ts';
import type { ProcessContext, Service, Shared } from './process-context.ts';
import { composePublicSide } from './public-side.ts';
import { composeReporting } from './reporting.ts';
import { stopParts } from './stop-parts.ts';
import { stopTimes } from './stop-times.ts';

export interface Composition extends Service {
  app: FastifyInstance;
  /** The generated password; null if one was set or stored. */
  generatedPassword: string | null;
  /** Reads the commands file again. After an error, the old commands stay. */
  reloadCommands(): void;
  /** Starts checking and notifying. */
  start(): Promise<void>;
  /** Finishes running checks, stores results, and ends streams and responses. Abandons parts that hang. */
  stop(): Promise<void>;
}

/** `compose/` is the only folder that connects parts to each other. */
export async function compose(surroundings: ProcessContext): Promise<Composition> {
  const { config, storage, clock, log, hashCost = productionHashCost } = surroundings;
  const commands = createConfiguredCommands({ file: config.commandsFile, log });
  const changes = createChangeFeed((error) => log.error({ err: error }, 'a listener to changes failed'));
  const secrets = createSecrets(() => storage.db, config.secretKey);
  const presence = createPresence(clock);
  changes.subscribe(({ is_replaced }) => is_replaced && presence.begin());
  const shared: Shared = { ...surroundings, changes, secrets, presence, commands, processId: randomUUID() };
  const access = createAccess({
    ...config,
    db: storage.db,
    clock,
    changes,
    secrets,
    log,
    hashCost,
    auditDays: config.retentionDays.audit,
  });
  const notifying = composeNotifying(shared);
  const expiring = composeExpiring(shared, notifying.channels);
  const checking = composeChecking(shared, notifying.channels, expiring);
  const { dataDir } = config;
  const failingSince = (): number | null => checking.recorder.stats().failing_since;
  const disk = createDiskWatch({ storage, dataDir, clock, log, failingSince });
  const diagnosing = composeDiagnosing(shared, checking);
  const reporting = composeReporting(shared, notifying);
  const publicSide = composePublicSide(shared);
  const incidents = composeIncidents(shared);
  const relay = await composeRelay(shared);
  // Hashing runs in its own thread and takes a while; the rest is connected meanwhile.
  const preparing = config.role === 'worker' ? Promise.resolve(null) : access.password.prepare(config.adminPassword);
  await sealSecrets(shared);
  const outward = await composeInterface(shared, {
    checking,
    notifying,
    diagnosing,
    reporting,
    publicSide,
    access,
    healthConditions: [storeAnswers(storage.urgent, log), disk.trouble, ...checking.healthConditions],
  });
  const deadMan = composeDeadMan(shared, outward);
  const generatedPassword = await preparing;

  return {
    app: outward.app,
    generatedPassword,
    reloadCommands: commands.reload,
    async start() {
      const parts = [
        ...[relay, notifying, checking, expiring, diagnosing, deadMan, reporting, outward],
        ...(config.role === 'worker' ? [] : [publicSide]),
        ...(config.role === 'web' ? [] : [incidents]),
      ];
      if (config.role !== 'web') access.start();
      await Promise.all([...parts.map((part) => part.start()), startCheckpoints(surroundings)]);
    },
    async stop() {
      storage.hurry();
      // Checks and messages stop first, so that none begins while other parts wait for their connections.
      const parts = {
        checks: checking,
        expiries: expiring,
        'expiring tokens': access,
        notifications: notifying,
        notices: diagnosing,
        'dead man': deadMan,
        reports: reporting,
        incidents,
        'public pages': publicSide,
        connections: outward,
      };
      await stopParts(parts, stopTimes.parts, log);
      await stopParts({ 'changes to other processes': relay }, stopTimes.closing, log);
    },
  };
}

const composeIncidents = ({ storage, clock, changes, log }: Shared): Service =>
  createAutomaticWatch({
    db: storage.db,
    clock,
    changes,
    onError: (error) => log.error({ err: error }, 'automatic incidents could not be processed; retried later'),
  });

/**
 * Encrypts secrets that an older version stored in plain text. Logs how many lack their key, and which copies still
 * have plain text.
 */
async function sealSecrets({ config, storage, log }: Shared): Promise<void> {
  if (config.role === 'worker') return;
  const { sealed, missing } = await sealStoredSecrets(storage.db, config.secretKey);
  if (sealed > 0) log.info({ count: sealed }, 'stored secrets were encrypted');
  if (missing > 0) log.warn({ count: missing }, backupMessages.secretsMissing(missing));
  const copies = listUpgradeCopies(config.dataDir).map(({ name }) => name);
  if (copies.length > 0)
    log.info(
      { copies },
      'an upgrade kept a copy of the database, with secrets as the older version stored them: once the upgrade works, run upvigil admin delete-upgrade-copies',
    );
}

const startCheckpoints = ({ storage, log }: Pick<ProcessContext, 'storage' | 'log'>): Promise<void> =>
  storage.startCheckpoints((error) =>
    log.error(
      { err: error },
      'The thread that keeps the write-ahead log short ended; writing may wait for it until the next start',
    ),
  );

/** Processes on one PostgreSQL relay their changes to each other. SQLite has only one process. */
async function composeRelay({ config, storage, processId, changes, log }: Shared): Promise<Service> {
  const nothing = async (): Promise<void> => undefined;
  if (storage.connections === null) return { start: nothing, stop: nothing };
  const { createChangeRelay } = await import('../operations/sharing/change-relay.ts');
  const folderId = markFolder(config.dataDir);
  return createChangeRelay({ connections: storage.connections, processId, changes, folderId, log });
}
