import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import { shownAddress } from '@upvigil/core/addresses/shown-address';
import type { TargetOf } from '../../../domain/check.ts';
import { type BodyCapture, createBodyCapture } from '../../assertions/captured-body.ts';
import { charsetOf } from '../../assertions/charset.ts';
import type { JudgedAnswer } from '../../assertions/judged-answer.ts';
import { dialThroughProxy } from '../../dialing/proxies/dial-through-proxy.ts';
import { answerTo, switchingProtocols } from '../../http-answer.ts';
import { secretsRemover } from '../../tracing/remove-secrets.ts';
import type { SentRequest } from '../../tracing/trace.ts';
import type { ProbeContext } from '../probe.ts';
import { readBody } from './http-body.ts';
import { redirectOf } from './redirects.ts';
import type { Sending } from './sending.ts';

/** Bytes. Some sites send more cookies than fit in Node's 16 KiB. */
const maxHeaderSize = 64 * 1024;

/** What one request was answered. */
export interface Hop {
  status: number;
  /** Where the redirect leads; null when this is the page. */
  redirect: string | null;
  metadata_found: boolean | null;
  /** What is judged by assertions; null without any. */
  answer: JudgedAnswer | null;
}

/** One request on a connection of its own, which is closed afterwards whatever happens. */
export async function fetchHop(
  url: URL,
  sending: Sending,
  target: TargetOf<'URL'>,
  context: ProbeContext,
): Promise<Hop> {
  const { trace } = context;
  if (trace.keepsSeen) trace.asks(requestSent(url, sending, target));
  const socket = await connect(url, sending, target, context);
  const giveUp = (): void => void socket.destroy(context.signal.reason);
  context.signal.addEventListener('abort', giveUp);
  try {
    context.signal.throwIfAborted();
    context.step('waiting for the answer');
    const response = await answerTo(send(url, sending, socket));
    trace.answered(response);
    const status = response.statusCode ?? 0;
    const isFollowed = target.asks?.request.max_redirects !== 0;
    const redirect = isFollowed ? redirectOf(status, response.headers.location) : null;
    // After 101 there is no body: what follows is in another protocol.
    if (redirect !== null || status === switchingProtocols) {
      return { status, redirect, metadata_found: null, answer: null };
    }
    context.step('reading the body');
    const charset = target.asks ? charsetOf(response.headers['content-type']) : null;
    const capture = createBodyCapture(target.asks?.assertions ?? [], charset);
    const found = await readBody(response, target, context, capture);
    trace.ended('transfer');
    const metadata_found = sending.method === 'HEAD' ? null : found;
    return { status, redirect, metadata_found, answer: capture && judgedAnswer(url, response, charset, capture) };
  } finally {
    context.signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

const judgedAnswer = (
  url: URL,
  { headersDistinct }: IncomingMessage,
  charset: string | null,
  capture: BodyCapture,
): JudgedAnswer => ({
  url: shownAddress(url.href, 'public'),
  headers: headersDistinct,
  charset,
  ...{ size: capture.size, found: capture.found, bytes: capture.bytes() },
});

function connect(url: URL, { tls }: Sending, { asks }: TargetOf<'URL'>, context: ProbeContext): Promise<Socket> {
  const { dialer, signal, step, trace } = context;
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const options = { host, port, tls: isSecure && tls, signal, onStep: step, trace };
  if (!asks) return dialer.dial(options);
  if (asks.request.proxy === '') return dialer.dial({ ...options, family: asks.ip_family });
  return dialThroughProxy(dialer, asks.request.proxy, options);
}

/** What evidence tells of a request, from which it takes the secrets of the monitor. */
const requestSent = (url: URL, sending: Sending, target: TargetOf<'URL'>): SentRequest => ({
  method: sending.method,
  url,
  headers: Object.entries(headersFor(url, sending)).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)] as const),
  ),
  removeSecrets: secretsRemover({ request: target.asks?.request, addresses: [target.url, url.href] }),
});

const headersFor = (url: URL, { headers, host }: Sending) => ({
  ...headers,
  host: host ?? url.host,
  connection: 'close',
});

function send(url: URL, sending: Sending, socket: Socket): ClientRequest {
  const request = sendRequest({
    createConnection: () => socket,
    method: sending.method,
    path: url.pathname + withAddition(url.search, sending.addition),
    headers: headersFor(url, sending),
    maxHeaderSize,
    ...(url.username === '' ? {} : { auth: credentials(url) }),
  });
  request.end(sending.body);
  return request;
}

function withAddition(search: string, addition: string): string {
  if (addition === '') return search;
  return search === '' ? `?${addition}` : `${search}&${addition}`;
}

const credentials = ({ username, password }: URL): string =>
  `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
