import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyInstance } from 'fastify';

export const restoringMessage = 'A backup is being restored; try again in a moment';

/** Answers 503 during a restore, except for routes that do not use the database. */
export function refuseWhileRestoring(
  app: FastifyInstance,
  deps: { isRestoring(): boolean; isServedFromMemory(path: string): boolean },
): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !deps.isRestoring() || deps.isServedFromMemory(endpoint.path)) return;
    throw new RequestError('unavailable', restoringMessage);
  });
}
