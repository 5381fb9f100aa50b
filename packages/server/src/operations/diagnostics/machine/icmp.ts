import { createPinger } from '../../../checks/probe/icmp/pinger.ts';
import { type Diagnostic, type DiagnosticTools, fail, ok, warn } from '../diagnostic.ts';
import { countPings } from '../diagnostics-store.ts';

const loopback = '127.0.0.1';
/** Milliseconds to wait for a ping of this machine by itself. */
const patience = 2000;

/** Pings this machine with the code that monitors use. */
export const icmp = {
  id: 'icmp',
  title: 'Ping (ICMP)',
  async run(tools, { signal }) {
    const pinger = createPinger({ clock: tools.clock });
    try {
      const giveUpAt = tools.clock.monotonic() + patience;
      const answer = await pinger.ping(loopback, { count: 1, gap: 0, giveUpAt, signal });
      if ('unavailable' in answer) return await unavailable(tools, answer.unavailable);
      if (answer.received > 0)
        return ok(`Ping works: this machine answered itself in ${inMilliseconds(answer.average_us)} ms`);
      return fail(
        `This machine does not answer its own ping${answer.send_error === null ? '' : ` (${answer.send_error})`}`,
        'Check the firewall of this machine: it must let ICMP through',
      );
    } finally {
      pinger.close();
    }
  },
} as const satisfies Diagnostic;

/** Not a problem when no monitor pings. */
async function unavailable({ storage }: DiagnosticTools, reason: string) {
  const pings = 'missing' in storage ? 0 : await countPings(storage.db);
  const remedy = 'Widen net.ipv4.ping_group_range, or install ping: docs/operating.md';
  if (pings === 0) return warn(`Off: ${reason}`, remedy);
  return fail(`${pings} ${pings === 1 ? 'monitor' : 'monitors'} cannot be pinged: ${reason}`, remedy);
}

const inMilliseconds = (microseconds: number | null): string => ((microseconds ?? 0) / 1000).toFixed(2);
