import { createHash } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';

/** Trusted authorities and client certificate of a TLS connection. PEM; empty text means none. */
export interface TlsFiles {
  /** If set, no other authority is trusted. */
  ca: string;
  certificate: string;
  key: string;
}

/** A context takes some 100 KB and a millisecond to create. */
const mostKept = 200;

/** Caches contexts by their files. @param trusted trusted certificates in addition to the well-known ones, PEM */
export function createTlsContexts(trusted: readonly string[]) {
  const wellKnown = trusted.length > 0 ? { ca: [...rootCertificates, ...trusted] } : {};
  const usual = createSecureContext(wellKnown);
  const kept = new LRUCache<string, SecureContext>({ max: mostKept });

  const make = ({ ca, certificate, key }: TlsFiles): SecureContext => {
    try {
      const own = certificate === '' ? {} : { cert: certificate, key };
      return createSecureContext({ ...(ca === '' ? wellKnown : { ca }), ...own });
    } catch (cause) {
      throw new TlsFilesError(cause);
    }
  };
  return {
    /** Returns the default context without files. Throws TlsFilesError if the files cannot be used. */
    of(files: TlsFiles | undefined): SecureContext {
      if (!files) return usual;
      const name = fingerprint(files);
      const context = kept.get(name) ?? make(files);
      kept.set(name, context);
      return context;
    },
  };
}

const fingerprint = ({ ca, certificate, key }: TlsFiles): string =>
  createHash('sha256')
    .update(JSON.stringify([ca, certificate, key]))
    .digest('base64');

/** OpenSSL cannot use the monitor's client certificate, key or CA. It says nothing about the target. */
export class TlsFilesError extends Error {
  override readonly name = 'TlsFilesError';
  readonly code = 'ETLSFILES';

  constructor(cause: unknown) {
    super('the CA, client certificate or client key of this monitor cannot be used', { cause });
  }
}
