import type { FastifyInstance } from 'fastify';

/** Checks one thing that must hold for the server to do its work. Returns why it does not hold, or null. */
export type HealthCondition = () => string | null | Promise<string | null>;

/** GET /healthz: 200 while all conditions hold, else 503 with the reason of the first that does not. */
export function healthRoute(app: FastifyInstance, conditions: readonly HealthCondition[]): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const trouble = await firstTrouble(conditions);
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
