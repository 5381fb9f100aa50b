import { TLSSocket } from 'node:tls';
import { dayMs } from '@upvigil/core/time';
import { failureReason } from '../../../alerts/notify/failure-reason.ts';
import { type Diagnostic, fail, gradeBelow, graded, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';
import { originOf } from './origin.ts';

const remedy = 'Renew the certificate of the public address, and check that its renewal is automatic';

/** The certificate that visitors of the public address get. */
export const tls = {
  id: 'tls',
  title: 'Certificate of the public address',
  async run({ config, dialer, clock }, { patience: signal }) {
    if (config.baseUrl === null) return skipped('BASE_URL is not set');
    const { host, port, isSecure, shown } = originOf(new URL(config.baseUrl));
    if (!isSecure) return skipped('BASE_URL is not https');
    try {
      const socket = await dialer.dial({ host, port, tls: true, signal });
      const end = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
      socket.destroy();
      const days = Math.floor((end - clock.now()) / dayMs);
      const message = `${shown}: valid until ${new Date(end).toISOString().slice(0, 10)}, ${days} more ${days === 1 ? 'day' : 'days'}`;
      return graded(gradeBelow(days, diagnosticThresholds.certificateDays), message, remedy);
    } catch (error) {
      return fail(`${shown}: ${failureReason(error, signal)}`, remedy);
    }
  },
} as const satisfies Diagnostic;
