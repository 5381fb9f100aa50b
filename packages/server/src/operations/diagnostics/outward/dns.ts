import { failureReason } from '../../../alerts/notify/failure-reason.ts';
import { type Diagnostic, fail, gradeAbove, graded, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

const remedy = 'Check /etc/resolv.conf and the resolver of this machine; checks of host names depend on it';

/** Resolves the reference name with the code that checks use. */
export const dns = {
  id: 'dns',
  title: 'Name resolution (DNS)',
  async run({ config, dialer, clock }, { patience: signal }) {
    const name = config.dnsReferenceName;
    if (name === null) return skipped('Switched off: DNS_REFERENCE_NAME is off');
    const started = clock.monotonic();
    try {
      await dialer.resolve(name);
    } catch (error) {
      return fail(`${name}: ${failureReason(error, signal)}`, remedy);
    }
    const took = Math.round(clock.monotonic() - started);
    const grade = gradeAbove(took, diagnosticThresholds.dnsMilliseconds);
    return graded(grade, `${name} was resolved in ${took} ms`, remedy);
  },
} as const satisfies Diagnostic;
