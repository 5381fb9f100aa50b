import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { FieldError } from '@upvigil/core/contract/errors';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { isRefusedAddress } from '../../checks/probe/dialing/refused-addresses.ts';

/**
 * Problems of a request's certificates, key and proxy that the schema cannot detect.
 * `isOpen`: the request's secrets are readable.
 */
export function requestTrustProblems(request: RequestOptions, isOpen: boolean): FieldError[] {
  const problems = trustFileProblems(request, isOpen);
  if (isRefusedProxy(request.proxy)) {
    problems.push({ field: 'proxy', message: 'Proxy must not be a link-local address or a cloud metadata service' });
  }
  return problems.map(({ field, message }) => ({ field: `request.${field}`, message }));
}

/** Problems of certificates and a key in PEM; empty text means none. `isOpen`: the key is readable. */
export function trustFileProblems(
  { ca, client_certificate, client_key }: Pick<RequestOptions, 'ca' | 'client_certificate' | 'client_key'>,
  isOpen: boolean,
): FieldError[] {
  const problems: FieldError[] = [];
  const say = (field: string, message: string): void => {
    problems.push({ field, message });
  };
  if (ca !== '' && readCertificates(ca) === null) say('ca', 'CA certificate must be one or more certificates in PEM');
  const chain = client_certificate === '' ? [] : readCertificates(client_certificate);
  if (chain === null) say('client_certificate', 'Client certificate must be one or more certificates in PEM');
  const key = client_key === '' || !isOpen ? undefined : readKey(client_key);
  if (key === null) say('client_key', 'Client key must be a private key in PEM, without a password');
  const [leaf] = chain ?? [];
  if (leaf && key && !leaf.checkPrivateKey(key))
    say('client_key', 'Client key must be the key of the client certificate');
  return problems;
}

/** The certificates of a PEM text, leaf first; null when it holds none, other content, or a broken one. */
function readCertificates(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (blocks === null || blocks.length !== (pem.match(/-----BEGIN /g)?.length ?? 0)) return null;
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return null;
  }
}

/** Checks literal addresses. Those of a name are verified when it is dialed. */
function isRefusedProxy(proxy: string): boolean {
  if (!canParseUrl(proxy)) return false;
  const { protocol, hostname } = new URL(proxy);
  // `URL` resolves numbers such as 2852039166 to addresses for web schemes only, so SOCKS hosts are parsed as http.
  const host =
    protocol === 'socks5:' && canParseUrl(`http://${hostname}`) ? new URL(`http://${hostname}`).hostname : hostname;
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && isRefusedAddress(address);
}
