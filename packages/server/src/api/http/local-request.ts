import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import type { FastifyRequest } from 'fastify';

/** Headers that proxies and tunnels add, in lower case. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-(original|client|cluster-client)-(for|ip|host|forwarded-for)|(true|fastly)-client-ip|cf-.*|fly-client-ip|x-envoy-.*|x-amzn-trace-id|cdn-loop)$/;

type Asked = Pick<FastifyRequest, 'headers'>;

/** Whether the headers show that a proxy forwarded the request. */
export const cameThroughProxy = ({ headers }: Asked): boolean =>
  Object.keys(headers).some((name) => proxyHeaders.test(name));

/**
 * Whether a program on this machine sent the request for itself. A local proxy also connects from a loopback address;
 * its headers or the public host name reveal it.
 */
export function isLocalRequest(request: Asked & { raw: { socket: { remoteAddress?: string | undefined } } }): boolean {
  const address = request.raw.socket.remoteAddress ?? '';
  const isFromHere = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isFromHere && !cameThroughProxy(request) && namesThisMachine(request.headers.host);
}

/** An HTTP/1.0 request may lack the host; a proxy may use HTTP/1.0 too. */
function namesThisMachine(host: string | undefined): boolean {
  if (host === undefined || !canParseUrl(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$|(^|\.)localhost\.?$/.test(hostname);
}
