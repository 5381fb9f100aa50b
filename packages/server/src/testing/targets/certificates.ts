import { generate } from 'selfsigned';

/** A key and its certificate, PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** The content of a certificate. By default it is valid now, for `localhost` and the loopback addresses. */
export interface CertificateOptions {
  /** The signing authority; absent: self-signed. */
  authority?: Certificate;
  isAuthority?: boolean;
  commonName?: string;
  hostName?: string;
  validFrom?: Date;
  validTo?: Date;
}

const dayMilliseconds = 86_400_000;

export async function makeCertificate(options: CertificateOptions = {}): Promise<Certificate> {
  const { authority, isAuthority = false, hostName } = options;
  const names = hostName
    ? [{ type: 2 as const, value: hostName }]
    : [
        { type: 2 as const, value: 'localhost' },
        { type: 7 as const, ip: '127.0.0.1' },
      ];
  const value = options.commonName ?? (isAuthority ? 'Test authority' : 'localhost');
  const made = await generate([{ name: 'commonName', value }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: options.validFrom ?? new Date(Date.now() - dayMilliseconds),
    notAfterDate: options.validTo ?? new Date(Date.now() + dayMilliseconds),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority },
      isAuthority ? { name: 'keyUsage', keyCertSign: true } : { name: 'keyUsage', digitalSignature: true },
      { name: 'subjectAltName', altNames: names },
    ],
    ...(authority ? { ca: authority } : {}),
  });
  return { key: made.private, cert: made.cert };
}
