import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';

/** The issuer's certificate in a chain that failed the verification. */
interface FailedIssuer {
  role: 'intermediate' | 'root';
  name: string;
}

/** The certificate could not be verified. `code` is OpenSSL's name of the reason. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: string;
  /** The issuer whose certificate failed; null for the server's own, or if the chain does not include it. */
  readonly issuer: FailedIssuer | null;
  /** First and last day of validity, YYYY-MM-DD, of the failed certificate; null if unknown. */
  readonly validFrom: string | null;
  readonly validTo: string | null;

  /** @param certificate the server's own, with its issuers as linked by `getPeerCertificate(true)` */
  constructor(reason: Error | string, certificate: Partial<DetailedPeerCertificate>, now = Date.now()) {
    const code = String(reason);
    super(`certificate not verified: ${code}`);
    this.code = code;
    const failed = findFailed(code, chainOf(certificate), now);
    this.issuer = failed === undefined || failed === certificate ? null : issuerOf(failed);
    this.validFrom = day(failed?.valid_from);
    this.validTo = day(failed?.valid_to);
  }
}

type ChainCertificate = Partial<PeerCertificate>;

/** From the server's certificate to the root, which is its own issuer. */
function chainOf(certificate: Partial<DetailedPeerCertificate>): ChainCertificate[] {
  const chain: Partial<DetailedPeerCertificate>[] = [];
  let next: Partial<DetailedPeerCertificate> | undefined = certificate;
  while (next && !chain.includes(next)) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}

/** OpenSSL reports the reason but not the certificate. */
function findFailed(code: string, chain: readonly ChainCertificate[], now: number): ChainCertificate | undefined {
  if (code === 'CERT_HAS_EXPIRED') return chain.find(({ valid_to = '' }) => Date.parse(valid_to) < now);
  if (code === 'CERT_NOT_YET_VALID') return chain.find(({ valid_from = '' }) => Date.parse(valid_from) > now);
  return chain[0];
}

function issuerOf({ subject, issuer }: ChainCertificate): FailedIssuer {
  const isRoot = JSON.stringify(subject) === JSON.stringify(issuer);
  // A field may occur several times.
  const name = [subject?.CN ?? subject?.O ?? 'without a name'].flat().join(', ');
  return { role: isRoot ? 'root' : 'intermediate', name };
}

function day(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
