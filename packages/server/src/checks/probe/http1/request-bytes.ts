import { validateHeaderName, validateHeaderValue } from 'node:http';

/** A request on a connection that is closed after the response. */
interface WrittenRequest {
  method: string;
  /** A path with its query, or an absolute address for a proxy. */
  target: string;
  /** With `Host`, but without `Connection` and `Content-Length`. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Null or empty for none. */
  body: string | Uint8Array | null;
}

/** Methods that send `Content-Length` even without a body (RFC 9110, section 8.6). */
const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The request as sent. Throws Node's error for a header that contains a line break. */
export function requestBytes({ method, target, headers, body }: WrittenRequest): Buffer {
  const content = Buffer.from(body ?? '');
  const hasLength = content.length > 0 || methodsWithBody.has(method);
  const length: [string, string][] = hasLength ? [['content-length', String(content.length)]] : [];
  const all = [...headers, ['connection', 'close'] as const, ...length];
  for (const [name, value] of all) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), content]);
}
