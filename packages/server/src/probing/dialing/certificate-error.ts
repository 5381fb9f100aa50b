import type { PeerCertificate } from 'node:tls';

/** A certificate that could not be verified. `code` is OpenSSL's name of the reason. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: string;
  /** First and last day of its validity, YYYY-MM-DD; null when the certificate does not say. */
  readonly validFrom: string | null;
  readonly validTo: string | null;

  constructor(reason: Error | string, certificate: Partial<PeerCertificate>) {
    const code = String(reason);
    super(`certificate not verified: ${code}`);
    this.code = code;
    this.validFrom = day(certificate.valid_from);
    this.validTo = day(certificate.valid_to);
  }
}

function day(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
