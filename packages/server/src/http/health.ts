import type { FastifyInstance } from 'fastify';

/** Why the server cannot do its work now, or null when it can. */
export type FindTrouble = () => Promise<string | null>;

/** GET /healthz: 200 while the store is reachable and the scheduler runs, else 503 with the reason. */
export function healthRoute(app: FastifyInstance, findTrouble: FindTrouble): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const trouble = await findTrouble();
    reply.header('cache-control', 'no-store').code(trouble === null ? 200 : 503);
    return trouble === null ? { status: 'ok' } : { status: 'unavailable', detail: trouble };
  });
}
