import { createHash } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** What a TLS connection trusts and shows. PEM; empty text means none. */
export interface TlsFiles {
  /** Trusted alone where it is given. */
  ca: string;
  certificate: string;
  key: string;
}

/** Contexts by what they are made of. */
export interface TlsContexts {
  /** Without files, that of all usual connections. Throws TlsFilesError where the files cannot be used. */
  of(files: TlsFiles | undefined): SecureContext;
}

/** A context takes some 100 KB and a millisecond. */
const mostKept = 200;

/** @param trusted certificates trusted besides the well-known ones, PEM */
export function createTlsContexts(trusted: readonly string[]): TlsContexts {
  const wellKnown = trusted.length > 0 ? { ca: [...rootCertificates, ...trusted] } : {};
  const usual = createSecureContext(wellKnown);
  const kept = new Map<string, SecureContext>();

  const make = ({ ca, certificate, key }: TlsFiles): SecureContext => {
    try {
      const own = certificate === '' ? {} : { cert: certificate, key };
      return createSecureContext({ ...(ca === '' ? wellKnown : { ca }), ...own });
    } catch (cause) {
      throw new TlsFilesError(cause);
    }
  };
  return {
    of(files) {
      if (!files) return usual;
      const name = fingerprint(files);
      const context = kept.get(name) ?? make(files);
      // The order of a map is that of entering, so the first one is that which was not used for longest.
      kept.delete(name);
      kept.set(name, context);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return context;
    },
  };
}

const fingerprint = ({ ca, certificate, key }: TlsFiles): string =>
  createHash('sha256')
    .update(JSON.stringify([ca, certificate, key]))
    .digest('base64');

/** A client certificate, key or CA of the monitor that OpenSSL cannot use. No word about the target. */
export class TlsFilesError extends Error {
  override readonly name = 'TlsFilesError';
  readonly code = 'ETLSFILES';

  constructor(cause: unknown) {
    super('the CA, client certificate or client key of this monitor cannot be used', { cause });
  }
}
