import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { composeChecking } from './composition/checking.ts';
import { composeInterface } from './composition/interface.ts';
import { composeNotifying } from './composition/notifying.ts';
import { composePublicSide } from './composition/public-side.ts';
import type { Part, Shared, Surroundings } from './composition/surroundings.ts';
import { storeAnswers } from './http/health-conditions.ts';
import { createAdminPassword } from './resources/auth/admin-password.ts';
import { createSessions } from './resources/auth/sessions.ts';
import { createChangeFeed } from './results/change-feed.ts';

/** The whole program, wired. */
export interface Composition extends Part {
  app: FastifyInstance;
  /** The password that was generated because none was set or stored; null otherwise. */
  generatedPassword: string | null;
  /** Begins to check and to notify. */
  start(): Promise<void>;
  /** Ends streams and answers, finishes running checks, flushes results. */
  stop(): Promise<void>;
}

/** With `composition/`, the only place where parts are wired to each other. */
export async function compose(surroundings: Surroundings): Promise<Composition> {
  const { config, storage, clock, log } = surroundings;
  const changes = createChangeFeed((error) => log.error({ err: error }, 'a listener to changes failed'));
  const shared: Shared = { ...surroundings, changes, processId: randomUUID() };
  const sessions = createSessions(storage.db, clock);
  const password = createAdminPassword(storage.db, sessions);
  const checking = composeChecking(shared);
  const notifying = composeNotifying(shared);
  const publicSide = composePublicSide(shared);
  const relay = await composeRelay(shared);
  // Hashing takes a while in a thread of its own; meanwhile the rest is wired.
  const preparing = config.role === 'worker' ? Promise.resolve(null) : password.prepare(config.adminPassword);
  const outward = await composeInterface(shared, {
    ...{ checking, notifying, publicSide, sessions, password },
    healthConditions: [storeAnswers(storage.urgent), ...checking.healthConditions],
  });
  const generatedPassword = await preparing;

  return {
    app: outward.app,
    generatedPassword,
    async start() {
      const parts = [relay, notifying, checking, outward, ...(config.role === 'worker' ? [] : [publicSide])];
      await Promise.all(parts.map((part) => part.start()));
    },
    async stop() {
      storage.hurry();
      // Viewers first, so that nobody waits for a server that is about to end; then what still writes.
      await Promise.all([publicSide.stop(), outward.stop()]);
      await Promise.all([checking.stop(), notifying.stop()]);
      await relay.stop();
    },
  };
}

/** Processes on one PostgreSQL tell each other what changed; SQLite has one process. */
async function composeRelay({ storage, processId, changes, log }: Shared): Promise<Part> {
  const nothing = async (): Promise<void> => undefined;
  if (storage.connections === null) return { start: nothing, stop: nothing };
  const { createChangeRelay } = await import('./sharing/change-relay.ts');
  return createChangeRelay({ connections: storage.connections, processId, changes, log });
}
