import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import { inputMessages } from '@upvigil/core/contract/input-messages';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { type HttpAddressProblem, parseHttpAddress } from '@upvigil/core/http-address';
import { limits } from '@upvigil/core/limits';
import type { ProbeOutcome, TargetOf } from '../../domain/check.ts';
import { measuredPhases } from '../../domain/phases.ts';
import { type BodyCapture, createBodyCapture } from '../assertions/captured-body.ts';
import { charsetOf } from '../assertions/charset.ts';
import { judgeAnswer } from '../assertions/judge-answer.ts';
import type { JudgedAnswer } from '../assertions/judged-answer.ts';
import { userAgentFor } from '../dialing/user-agent.ts';
import { elapsedMicroseconds } from '../elapsed.ts';
import { down, judgingStep, nothingMeasured, outcomeOfError } from '../failure-text.ts';
import { answerTo, switchingProtocols } from '../http-answer.ts';
import { readBody } from './http-body.ts';
import type { Probe, ProbeContext } from './probe.ts';

const headers = {
  'user-agent': userAgentFor('uptime check'),
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Bytes. Some sites send more cookies than fit in Node's 16 KiB. */
const maxHeaderSize = 64 * 1024;

/** Asks by GET, follows redirects, and reads the page to its last byte. Each hop has a connection of its own. */
export const probeHttp: Probe<'URL'> = async (target, context) => {
  const started = context.clock.monotonic();
  try {
    let location = target.url;
    let from: URL | undefined;
    for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
      const { url, problem } = parseHttpAddress(location, from);
      if (problem) return down(from ? redirectTexts[problem](location) : inputMessages.httpUrl[problem]('URL'));
      const hop = await fetchHop(url, target, context);
      if (hop.redirect === null) {
        return await finalOutcome(hop, elapsedMicroseconds(context.clock, started), target, context);
      }
      location = hop.redirect;
      from = url;
    }
    return down(`redirected more than ${limits.redirects} times`);
  } catch (error) {
    return outcomeOfError(error);
  }
};

const redirectTexts: Readonly<Record<HttpAddressProblem, (location: string) => string>> = {
  none: (location) => `redirected to an address that is none: "${location}"`,
  scheme: (location) => `redirected to ${new URL(location).protocol}, but only http and https are opened`,
  host: () => 'redirected to a host name that is too long',
  port: () => 'redirected to port 0, on which nothing can listen',
  credentials: () => 'redirected to an address whose user name or password is not percent-encoded UTF-8',
};

interface Hop {
  status: number;
  /** Where the redirect leads; null when this is the page. */
  redirect: string | null;
  metadata_found: boolean | null;
  /** What is judged by assertions; null without any. */
  answer: JudgedAnswer | null;
}

async function finalOutcome(
  { status, metadata_found, answer }: Hop,
  response_time_us: number,
  target: TargetOf<'URL'>,
  { judging, step, trace }: ProbeContext,
): Promise<ProbeOutcome> {
  const measured = { response_time_us, status_code: status, metadata_found };
  if (status === switchingProtocols) return down(`HTTP ${status}: switched to a protocol nobody asked for`, measured);
  if (status < 200 || status > 399) return down(`HTTP ${status}`, measured);
  if (answer === null) return { outcome: 'up', ...nothingMeasured, ...measured };
  step(judgingStep);
  return judgeAnswer(
    target.asks?.assertions ?? [],
    answer,
    { total: response_time_us, ...measuredPhases(trace.phases) },
    judging,
    measured,
  );
}

/** One request on a connection of its own, which is closed afterwards whatever happens. */
async function fetchHop(url: URL, target: TargetOf<'URL'>, context: ProbeContext): Promise<Hop> {
  const { trace } = context;
  trace.asks({ method: 'GET', url, headers: sentHeaders(url) });
  const socket = await connect(url, context);
  const giveUp = (): void => void socket.destroy(context.signal.reason);
  context.signal.addEventListener('abort', giveUp);
  try {
    context.signal.throwIfAborted();
    context.step('waiting for the answer');
    const response = await answerTo(sendGet(url, socket));
    trace.answered(response);
    const status = response.statusCode ?? 0;
    const redirect = redirectStatuses.has(status) ? (response.headers.location ?? null) : null;
    // After 101 there is no body: what follows is in another protocol.
    if (redirect !== null || status === switchingProtocols) {
      return { status, redirect, metadata_found: null, answer: null };
    }
    context.step('reading the body');
    const capture = createBodyCapture(target.asks?.assertions ?? []);
    const metadata_found = await readBody(response, target, context, capture);
    trace.ended('transfer');
    return { status, redirect, metadata_found, answer: capture && judgedAnswer(url, response, capture) };
  } finally {
    context.signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

const judgedAnswer = (url: URL, { headers, headersDistinct }: IncomingMessage, capture: BodyCapture): JudgedAnswer => ({
  url: withoutCredentials(url.href),
  headers: headersDistinct,
  charset: charsetOf(headers['content-type']),
  size: capture.size,
  bytes: capture.bytes(),
});

function connect(url: URL, { dialer, signal, step, trace }: ProbeContext): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  return dialer.dial({ host, port, tls: isSecure && { alpn: ['http/1.1'] }, signal, onStep: step, trace });
}

const sentHeaders = (url: URL) => ({ ...headers, host: url.host, connection: 'close' });

function sendGet(url: URL, socket: Socket): ClientRequest {
  const request = sendRequest({
    createConnection: () => socket,
    method: 'GET',
    path: url.pathname + url.search,
    headers: sentHeaders(url),
    maxHeaderSize,
    ...(url.username === '' ? {} : { auth: credentials(url) }),
  });
  request.end();
  return request;
}

const credentials = ({ username, password }: URL): string =>
  `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
