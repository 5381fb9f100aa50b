import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import type { FastifyRequest } from 'fastify';

/** What proxies and tunnels add to a request that they pass on, in lower case. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-(original|client|cluster-client)-(for|ip|host|forwarded-for)|(true|fastly)-client-ip|cf-.*|fly-client-ip|x-envoy-.*|x-amzn-trace-id|cdn-loop)$/;

type Asked = Pick<FastifyRequest, 'headers'>;

/** Whether a proxy passed the request on, as its headers say. */
export const cameByProxy = ({ headers }: Asked): boolean =>
  Object.keys(headers).some((name) => proxyHeaders.test(name));

/**
 * Whether a request comes from a program on this machine, and for itself. A proxy beside us comes from a loopback address too: by its
 * headers, or by the public name that it was asked for, its request is another's.
 */
export function isAskedLocally(request: Asked & { raw: { socket: { remoteAddress?: string | undefined } } }): boolean {
  const address = request.raw.socket.remoteAddress ?? '';
  const isFromHere = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isFromHere && !cameByProxy(request) && namesThisMachine(request.headers.host);
}

/** A request of HTTP/1.0 may name no host, which a proxy may use too. */
function namesThisMachine(host: string | undefined): boolean {
  if (host === undefined || !canParseUrl(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$|(^|\.)localhost\.?$/.test(hostname);
}
