import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';

/** Checks one thing that must hold for the server to do its work. Returns why it does not hold, or null. */
export type HealthCondition = () => string | null | Promise<string | null>;

/** Milliseconds. */
const healthTimes = {
  /** Between two looks. */
  look: 2_000,
  /** For which an answer waits for a new look. */
  patience: 20,
  /** Of the newest look, before that itself is trouble: the process gets nothing done. */
  oldest: 30_000,
} as const;

export type Health = ReturnType<typeof createHealth>;

/** Whether the server does its work, as far as is known. */
export function createHealth(conditions: readonly HealthCondition[], { monotonic }: Pick<Clock, 'monotonic'>) {
  const followed = conditions.map((condition) => followCondition(condition, monotonic));
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    await Promise.all(followed.map(({ ask }) => ask()));
  };
  const firstFound = (): string | null => {
    for (const { last } of followed) {
      const age = monotonic() - (last()?.at ?? 0);
      if (age > healthTimes.oldest) return `The server gets nothing done for ${Math.round(age / 1000)} seconds`;
      const trouble = last()?.trouble ?? null;
      if (trouble !== null) return trouble;
    }
    return null;
  };
  return {
    /** Looks now and then, so that an answer is never old. */
    start(): void {
      timer = setInterval(() => void look().catch(() => undefined), healthTimes.look).unref();
    },
    /** Why the server does not do its work; null while it does. What takes too long to find out is what was found last. */
    async trouble(): Promise<string | null> {
      const fresh = look();
      const isKnown = followed.every(({ last }) => last() !== null);
      await (isKnown ? Promise.race([fresh, delay(healthTimes.patience, undefined, { ref: false })]) : fresh);
      return firstFound();
    },
    stop: (): void => clearInterval(timer),
  };
}

/** Evaluates a condition once at a time, and keeps its last result: a slow one does not delay the others. */
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

/** Why the first condition that does not hold does not; null while all hold. */
export async function firstTrouble(conditions: readonly HealthCondition[]): Promise<string | null> {
  for (const condition of conditions) {
    const trouble = await condition();
    if (trouble !== null) return trouble;
  }
  return null;
}
