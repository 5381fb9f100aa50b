import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';

/** Checks one thing that must hold for the server to do its work. Returns why it does not hold, or null. */
export type HealthCondition = () => string | null | Promise<string | null>;

/** Whether the server does its work, as far as is known. */
export interface Health {
  /** Looks now and then, so that an answer is never old. */
  start(): void;
  /** Why the server does not do its work; null while it does. What takes too long to find out is what was found last. */
  trouble(): Promise<string | null>;
  stop(): void;
}

/** Milliseconds. */
const healthTimes = {
  /** Between two looks. */
  look: 2_000,
  /** For which an answer waits for a new look. */
  patience: 20,
  /** Of the newest look, before that itself is trouble: the process gets nothing done. */
  oldest: 30_000,
} as const;

export function createHealth(conditions: readonly HealthCondition[], { monotonic }: Pick<Clock, 'monotonic'>): Health {
  let found: { trouble: string | null; at: number } | null = null;
  let looking: Promise<string | null> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const look = (): Promise<string | null> => {
    looking ??= firstTrouble(conditions)
      .then((trouble) => {
        found = { trouble, at: monotonic() };
        return trouble;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const lastFound = (): string | null => {
    if (found === null) return 'Nothing is known of the server yet';
    const age = monotonic() - found.at;
    return age > healthTimes.oldest
      ? `The server gets nothing done for ${Math.round(age / 1000)} seconds`
      : found.trouble;
  };
  return {
    start() {
      timer = setInterval(() => void look().catch(() => undefined), healthTimes.look).unref();
    },
    trouble() {
      const fresh = look();
      if (found === null) return fresh;
      return Promise.race([fresh, delay(healthTimes.patience, null, { ref: false }).then(lastFound)]);
    },
    stop: () => clearInterval(timer),
  };
}

/** GET /healthz: 200 while all conditions hold, else 503 with the reason of the first that does not. */
export function healthRoute(app: FastifyInstance, health: Pick<Health, 'trouble'>): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const trouble = await health.trouble();
    reply.header('cache-control', 'no-store').code(trouble === null ? 200 : 503);
    return trouble === null ? { status: 'ok' } : { status: 'unavailable', detail: trouble };
  });
}

/** Why the first condition that does not hold does not; null while all hold. */
export async function firstTrouble(conditions: readonly HealthCondition[]): Promise<string | null> {
  for (const condition of conditions) {
    const trouble = await condition();
    if (trouble !== null) return trouble;
  }
  return null;
}
