import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { bundleName } from '@upvigil/core/contract/names/bundle-files';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Diagnostics } from '../../operations/diagnostics/diagnostics.ts';
import { cameThroughProxy } from '../http/local-request.ts';
import { isWritten, serveEndpoints } from '../http/serve-endpoints.ts';

interface DiagnosticsRouteDeps {
  diagnostics: Diagnostics;
  clock: Pick<Clock, 'now'>;
  noteProxy(): void;
  /** Prometheus text. */
  readMetrics(): Promise<string>;
  makeBundle(results: readonly DiagnosticResult[], metrics: string): Promise<Buffer>;
}

/** Diagnostics and the support bundle. A request chooses diagnostics, but not their targets. */
export function diagnosticsRoutes(
  api: FastifyInstance,
  { diagnostics, clock, noteProxy, readMetrics, makeBundle }: DiagnosticsRouteDeps,
): void {
  serveEndpoints(api, 'diagnostics', {
    run({ query, raw }) {
      if (cameThroughProxy(raw)) noteProxy();
      return diagnostics.run(query);
    },
    async bundle({ reply }) {
      const results = await diagnostics.run({ deep: false });
      const bundle = await makeBundle(results, await readMetrics());
      reply
        .header('cache-control', 'private, no-store')
        .header('content-type', 'application/gzip')
        .header('content-length', bundle.length)
        .header('content-disposition', `attachment; filename="${bundleName(clock.now())}"`)
        .send(bundle);
      return isWritten;
    },
  });
}
