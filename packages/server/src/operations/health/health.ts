import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';

/** Checks one condition that a working server needs. Returns why it does not hold, or null. */
export type HealthCondition = () => string | null | Promise<string | null>;

/** Milliseconds. */
const healthTimes = {
  /** Between two evaluations. */
  look: 2_000,
  /** How long a request waits for a new evaluation. */
  patience: 20,
  /** An older evaluation is a problem in itself: the process makes no progress. */
  oldest: 30_000,
} as const;

type Health = ReturnType<typeof createHealth>;

export function createHealth(conditions: readonly HealthCondition[], { monotonic }: Pick<Clock, 'monotonic'>) {
  const followed = conditions.map((condition) => followCondition(condition, monotonic));
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    await Promise.all(followed.map(({ ask }) => ask()));
  };
  const firstFound = (): string | null => {
    for (const { last } of followed) {
      const age = monotonic() - (last()?.at ?? 0);
      if (age > healthTimes.oldest) return `The server has made no progress for ${Math.round(age / 1000)} seconds`;
      const trouble = last()?.trouble ?? null;
      if (trouble !== null) return trouble;
    }
    return null;
  };
  return {
    /** Evaluates the conditions periodically, so that an answer is never old. */
    start(): void {
      timer = setInterval(() => void look().catch(() => undefined), healthTimes.look).unref();
    },
    /** Why the server does not work; null while it does. Uses the last result of a condition that takes too long. */
    async trouble(): Promise<string | null> {
      const fresh = look();
      const isKnown = followed.every(({ last }) => last() !== null);
      await (isKnown ? Promise.race([fresh, delay(healthTimes.patience, undefined, { ref: false })]) : fresh);
      return firstFound();
    },
    stop: (): void => clearInterval(timer),
  };
}

/** Runs one evaluation of a condition at a time and keeps its last result: a slow one does not delay the others. */
function followCondition(condition: HealthCondition, monotonic: Clock['monotonic']) {
  let found: { trouble: string | null; at: number } | null = null;
  let asking: Promise<void> | null = null;
  const askNow = async (): Promise<void> => {
    found = { trouble: await condition(), at: monotonic() };
  };
  return {
    ask(): Promise<void> {
      asking ??= askNow().finally(() => {
        asking = null;
      });
      return asking;
    },
    last: () => found,
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

/** The reason of the first condition that does not hold; null while all hold. */
export async function firstTrouble(conditions: readonly HealthCondition[]): Promise<string | null> {
  for (const condition of conditions) {
    const trouble = await condition();
    if (trouble !== null) return trouble;
  }
  return null;
}
