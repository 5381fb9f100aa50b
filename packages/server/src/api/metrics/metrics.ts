import { createHash, timingSafeEqual } from 'node:crypto';
import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../http/guard-access.ts';
import { isLocalRequest } from '../http/local-request.ts';
import type { Metrics, MetricsSources } from './prometheus-text.ts';

/** GET /metrics in Prometheus' text format, for programs on this machine and holders of METRICS_TOKEN. */
export function metricsRoute(app: FastifyInstance, sources: MetricsSources, token: string | null): void {
  let metrics: Promise<Metrics> | null = null;
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request, token)) {
      throw new RequestError(
        'unauthorized',
        'Metrics need METRICS_TOKEN as bearer token, except from this machine through 127.0.0.1 or localhost',
      );
    }
    metrics ??= loadMetrics(sources);
    const loaded = await metrics;
    reply.header('content-type', loaded.contentType).header('cache-control', 'no-store');
    return loaded.metrics();
  });
}

/** Loaded at the first request: it measures the event loop, which costs time, and must not delay the start. */
async function loadMetrics(sources: MetricsSources): Promise<Metrics> {
  const { createMetrics } = await import('./prometheus-text.ts');
  return createMetrics(sources);
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request);
  if (token !== null && given !== null) return isSame(given, token);
  return isLocalRequest(request);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
