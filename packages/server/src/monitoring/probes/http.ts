import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import type { ProbeOutcome, TargetOf } from '../check.ts';
import { elapsedMicroseconds } from '../elapsed.ts';
import { down, nothingMeasured, outcomeOfError } from '../failure-text.ts';
import { readBody } from './http-body.ts';
import type { Probe, ProbeContext } from './probe.ts';

const headers = {
  'user-agent': 'Upvigil/0.1 (+uptime check)',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Some sites send more cookies than Node's 16 KiB. */
const maxHeaderSize = 64 * 1024;

/** GET with redirects, to the last byte. Each hop is a fresh connection. */
export const probeHttp: Probe<'URL'> = async (target, context) => {
  const started = context.clock.monotonic();
  try {
    let url = new URL(target.url);
    for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
      const hop = await fetchHop(url, target, context);
      if (hop.redirect === null) return finalOutcome(hop, elapsedMicroseconds(context.clock, started));
      const next = URL.canParse(hop.redirect, url.href) ? new URL(hop.redirect, url) : null;
      if (next === null) return down(`redirected to an address that is none: "${hop.redirect}"`);
      if (!isHttp(next)) return down(`redirected to ${next.protocol}, but only http and https are opened`);
      url = next;
    }
    return down(`redirected more than ${limits.redirects} times`);
  } catch (error) {
    return outcomeOfError(error);
  }
};

interface Hop {
  status: number;
  /** Where it leads; null when this is the page. */
  redirect: string | null;
  metadata_found: boolean | null;
}

function finalOutcome({ status, metadata_found }: Hop, response_time_us: number): ProbeOutcome {
  const measured = { response_time_us, status_code: status, metadata_found };
  if (status < 200 || status > 399) return down(`HTTP ${status}`, measured);
  return { outcome: 'up', ...nothingMeasured, ...measured };
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/** One request on a connection of its own, which is closed afterwards whatever happens. */
async function fetchHop(url: URL, target: TargetOf<'URL'>, context: ProbeContext): Promise<Hop> {
  const socket = await connect(url, context);
  const giveUp = (): void => void socket.destroy(context.signal.reason);
  context.signal.addEventListener('abort', giveUp);
  try {
    context.signal.throwIfAborted();
    context.step('waiting for the answer');
    const response = await answerTo(url, socket);
    const status = response.statusCode ?? 0;
    const redirect = redirectStatuses.has(status) ? (response.headers.location ?? null) : null;
    if (redirect !== null) return { status, redirect, metadata_found: null };
    context.step('reading the body');
    return { status, redirect, metadata_found: await readBody(response, target) };
  } finally {
    context.signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

function connect(url: URL, { dialer, signal, step }: ProbeContext): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  return dialer.dial({ host, port, tls: isSecure && { alpn: ['http/1.1'] }, signal, onStep: step });
}

function answerTo(url: URL, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      createConnection: () => socket,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
      maxHeaderSize,
      ...(url.username === '' ? {} : { auth: credentials(url) }),
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

const credentials = ({ username, password }: URL): string =>
  `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
