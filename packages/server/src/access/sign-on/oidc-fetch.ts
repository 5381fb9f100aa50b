import type { CustomFetchOptions } from 'openid-client';
import { isPlainLoopback } from '../../config/sign-on-settings.ts';
import type { Dialer } from '../../probing/dialing/dialer.ts';
import { addressOf, exchange } from '../../probing/dialing/http-exchange.ts';

/** A provider's documents have a few kilobytes; what is longer is cut off, and is then no JSON. */
const mostBodyBytes = 1024 * 1024;
const deadlineMs = 10_000;

/** Asks a provider through the dialer, as all that goes out. Without https only on this machine; follows no redirects. */
export const createOidcFetch =
  (dialer: Pick<Dialer, 'dial'>) =>
  async (address: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && !isPlainLoopback(url)) throw new TypeError(`${url.origin} is not asked without https`);
    const deadline = AbortSignal.timeout(deadlineMs);
    const until = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const socket = await dialer.dial({ ...addressOf(url), tls: isSecure, signal: until });
    const asked = { url, method: methodOf(method), headers, body: textOf(body), mostBodyBytes };
    const answer = await exchange(socket, asked, until);
    const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    );
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? answer.body : null, { status: answer.status, headers: fields });
  };

function methodOf(method: string): 'GET' | 'POST' {
  if (method === 'GET' || method === 'POST') return method;
  throw new TypeError(`A provider is not asked by ${method}`);
}

function textOf(body: CustomFetchOptions['body']): string {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('A provider is sent nothing but forms');
}
