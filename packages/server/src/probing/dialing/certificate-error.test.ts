import { expect, it } from 'vitest';
import { CertificateError } from './certificate-error.ts';

it('a certificate that is not verified tells why, and its days where it has them', () => {
  const dates = { valid_from: 'Mar  9 23:00:00 2026 GMT', valid_to: 'never' };
  expect(new CertificateError('CERT_HAS_EXPIRED', dates)).toMatchObject({
    message: 'certificate not verified: CERT_HAS_EXPIRED',
    code: 'CERT_HAS_EXPIRED',
    validFrom: '2026-03-09',
    validTo: null,
  });
});
