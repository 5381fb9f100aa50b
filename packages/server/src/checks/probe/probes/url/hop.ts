import type { Socket } from 'node:net';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import type { TargetOf } from '../../../../base/domain/check.ts';
import type { EvaluatedAnswer } from '../../assertions/evaluated-answer.ts';
import {
  dialForwardProxy,
  dialThroughProxy,
  isForwarded,
  proxyAuthorization,
} from '../../dialing/proxies/dial-through-proxy.ts';
import { ProxyError } from '../../dialing/proxies/proxy-errors.ts';
import { type AnswerHead, headersByName, headerValuesOf } from '../../http1/answer-head.ts';
import { receiveAnswer, switchingProtocols } from '../../http1/receive-answer.ts';
import { requestBytes } from '../../http1/request-bytes.ts';
import { socketReads } from '../../http1/socket-reads.ts';
import { secretsRemover } from '../../tracing/remove-secrets.ts';
import type { SentRequest } from '../../tracing/trace.ts';
import type { ProbeContext } from '../probe.ts';
import { type BodyFindings, readBody } from './read-body.ts';
import { redirectOf } from './redirects.ts';
import type { Sending } from './sending.ts';

/** The response to one request. */
export interface Hop {
  status: number;
  /** Target of the redirect; null for the final page. */
  redirect: string | null;
  /** Values of `Set-Cookie`. */
  cookies: readonly string[];
  metadata_found: boolean | null;
  /** The response for assertions; null without any. */
  answer: EvaluatedAnswer | null;
}

/** Sends one request on its own connection, which is always closed afterwards. */
export async function fetchHop(
  url: URL,
  sending: Sending,
  target: TargetOf<'URL'>,
  context: ProbeContext,
): Promise<Hop> {
  const { trace, timeSlices } = context;
  if (trace.keepsSeen) trace.sends(requestSent(url, sending, target));
  const proxy = target.url_options?.request.proxy ?? '';
  const socket = await connect(url, sending, target, context);
  const ignore = (): void => undefined;
  const giveUp = (): void => void socket.destroy(context.signal.reason);
  context.signal.addEventListener('abort', giveUp);
  socket.on('error', ignore);
  try {
    context.signal.throwIfAborted();
    context.step('waiting for the answer');
    socket.write(bytesFor(url, sending, isForwarded(url, proxy) ? proxy : null));
    const answer = await receiveAnswer(socketReads(socket), sending.method, timeSlices);
    const { head } = answer;
    trace.answered(head);
    const { status } = head;
    if (status === proxyAuthenticationRequired && isForwarded(url, proxy)) {
      throw new ProxyError('the proxy requires another user name or password (407)');
    }
    const isFollowed = target.url_options?.request.max_redirects !== 0;
    const redirect = isFollowed ? redirectOf(status, headerValuesOf(head, 'location')[0]) : null;
    const cookies = headerValuesOf(head, 'set-cookie');
    // After 101, the bytes belong to another protocol, so there is no body.
    if (redirect !== null || status === switchingProtocols) {
      return { status, redirect, cookies, metadata_found: null, answer: null };
    }
    context.step('reading the body');
    const found = await readBody(answer, target, context);
    trace.ended('transfer');
    const metadata_found = sending.method === 'HEAD' ? null : found.metadata_found;
    return { status, redirect, cookies, metadata_found, answer: toEvaluatedAnswer(url, head, found) };
  } finally {
    context.signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

const proxyAuthenticationRequired = 407;

function toEvaluatedAnswer(url: URL, head: AnswerHead, { charset, capture }: BodyFindings): EvaluatedAnswer | null {
  if (capture === null) return null;
  const { size, found } = capture;
  return {
    url: shownAddress(url.href, 'public'),
    headers: headersByName(head),
    charset,
    size,
    found,
    bytes: capture.bytes(),
  };
}

function connect(url: URL, { tls }: Sending, target: TargetOf<'URL'>, context: ProbeContext): Promise<Socket> {
  const { dialer, signal, step, trace } = context;
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const connection = { host, port, tls: isSecure && tls, signal, onStep: step, trace };
  if (!target.url_options) return dialer.dial(connection);
  const { request, ip_family } = target.url_options;
  if (request.proxy === '') return dialer.dial({ ...connection, family: ip_family });
  const dial = isForwarded(url, request.proxy) ? dialForwardProxy : dialThroughProxy;
  return dial(dialer, request.proxy, connection);
}

/** The request for the recorded response, with a function that removes the monitor's secrets. */
const requestSent = (url: URL, sending: Sending, target: TargetOf<'URL'>): SentRequest => ({
  method: sending.method,
  url,
  headers: headerLines(url, sending),
  removeSecrets: secretsRemover({ request: target.url_options?.request, addresses: [target.url, url.href] }),
});

/** @param proxy gets the absolute address (RFC 9112, section 3.2.2); null: the request goes to the target itself */
function bytesFor(url: URL, sending: Sending, proxy: string | null): Buffer {
  const { method, body, addition } = sending;
  const path = url.pathname + withAddition(url.search, addition);
  const headers = headerLines(url, sending);
  const authorization = proxy === null ? null : proxyAuthorization(proxy);
  if (authorization !== null) headers.push(['proxy-authorization', authorization]);
  return requestBytes({ method, target: proxy === null ? path : `http://${url.host}${path}`, headers, body });
}

const headerLines = (url: URL, { headers, host }: Sending): [name: string, value: string][] =>
  Object.entries({ ...headers, host: host ?? url.host }).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );

function withAddition(search: string, addition: string): string {
  if (addition === '') return search;
  return search === '' ? `?${addition}` : `${search}&${addition}`;
}
