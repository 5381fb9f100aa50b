import type { DetailedPeerCertificate } from 'node:tls';
import { expect, it } from 'vitest';
import { failureText } from '../failure-text.ts';
import { CertificateError } from './certificate-error.ts';

const now = Date.parse('2026-06-01');
const valid = ['Jan  1 00:00:00 2020 GMT', 'Jan  1 00:00:00 2030 GMT'] as const;
const expired = ['Jan  1 00:00:00 2020 GMT', 'Mar  9 23:00:00 2026 GMT'] as const;
const future = ['Sep  1 00:00:00 2026 GMT', 'Jan  1 00:00:00 2030 GMT'] as const;

/** A chain in Node's form, from the server's certificate upwards. The root is its own issuer. */
function chain(...days: (readonly [from: string, to: string])[]): Partial<DetailedPeerCertificate> {
  const names = ['shop.test', 'Issuing CA', 'Root CA'];
  const certificates = days.map(([valid_from, valid_to], at) => ({
    subject: { CN: names[at] },
    issuer: { CN: names[Math.min(at + 1, days.length - 1)] },
    valid_from,
    valid_to,
  })) as Partial<DetailedPeerCertificate>[];
  for (const [at, certificate] of certificates.entries()) {
    const issuer = certificates[at + 1] ?? certificate;
    certificate.issuerCertificate = issuer as DetailedPeerCertificate;
  }
  return certificates[0] ?? {};
}

it.each([
  ['CERT_HAS_EXPIRED', chain(expired, valid, valid), 'certificate expired on 2026-03-09'],
  ['CERT_HAS_EXPIRED', chain(expired, expired, valid), 'certificate expired on 2026-03-09'],
  [
    'CERT_HAS_EXPIRED',
    chain(valid, expired, valid),
    'certificate of the intermediate "Issuing CA" expired on 2026-03-09',
  ],
  ['CERT_HAS_EXPIRED', chain(valid, valid, expired), 'certificate of the root "Root CA" expired on 2026-03-09'],
  ['CERT_HAS_EXPIRED', chain(expired), 'certificate expired on 2026-03-09'],
  ['CERT_HAS_EXPIRED', chain(valid), 'certificate of the chain has expired'],
  ['CERT_HAS_EXPIRED', {}, 'certificate of the chain has expired'],
  ['CERT_NOT_YET_VALID', chain(future, valid, valid), 'certificate is not valid before 2026-09-01'],
  [
    'CERT_NOT_YET_VALID',
    chain(valid, future, valid),
    'certificate of the intermediate "Issuing CA" is not valid before 2026-09-01',
  ],
  ['CERT_NOT_YET_VALID', chain(valid, valid), 'certificate of the chain is not valid yet'],
])('%s is said of the certificate that is the trouble, with its day: %#', (code, certificate, words) => {
  expect(failureText(new CertificateError(code, certificate, now))).toBe(words);
});

it('another reason names the certificate of the server', () => {
  const error = new CertificateError(
    'CERT_REVOKED',
    { valid_from: 'Mar  9 23:00:00 2026 GMT', valid_to: 'never' },
    now,
  );
  expect(error).toMatchObject({
    message: 'certificate not verified: CERT_REVOKED',
    code: 'CERT_REVOKED',
    issuer: null,
    validFrom: '2026-03-09',
    validTo: null,
  });
});
