import { z } from 'zod';
import { failureReason } from '../../../alerts/notify/failure-reason.ts';
import { askProvider } from '../../../alerts/notify/http-request.ts';
import { type Diagnostic, fail, notRunning, ok, skipped, warn } from '../diagnostic.ts';
import { originOf } from './origin.ts';

/** The response of /healthz in both states. */
const healthAnswer = z.object({ status: z.enum(['ok', 'unavailable']) });
const healthStatuses: ReadonlySet<number> = new Set([200, 503]);
const remedy = 'Check BASE_URL and the reverse proxy in front of this server: docs/operating.md';

/**
 * The reverse proxy in front of this server: whether its headers are trusted, and whether the public address leads
 * here.
 */
export const proxy = {
  id: 'proxy',
  title: 'Reverse proxy',
  async run({ config, dialer, process: own }, { patience: signal }) {
    if (own === null) return notRunning;
    if (config.trustProxy === false && own.isBehindProxy())
      return warn(
        'Requests come through a proxy, and TRUST_PROXY is off: all visitors look like one',
        'Set TRUST_PROXY to the address of the proxy, or to 1',
      );
    if (config.baseUrl === null) return skipped('No public address: BASE_URL is not set');
    const url = new URL(`${config.baseUrl}/healthz`);
    const { shown } = originOf(url);
    try {
      const { status, body } = await askProvider(dialer, { url, method: 'GET' }, signal);
      if (healthStatuses.has(status) && isHealth(body)) return ok(`The public address ${shown} leads here`);
      return fail(`The public address ${shown} does not lead here: its /healthz answered HTTP ${status}`, remedy);
    } catch (error) {
      return fail(`The public address ${shown} does not lead here: ${failureReason(error, signal)}`, remedy);
    }
  },
} as const satisfies Diagnostic;

function isHealth(body: string): boolean {
  try {
    return healthAnswer.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
