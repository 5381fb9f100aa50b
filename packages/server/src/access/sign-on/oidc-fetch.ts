import type { CustomFetchOptions } from 'openid-client';
import { isPlainLoopback } from '../../base/config/sign-on-settings.ts';
import type { Dialer } from '../../checks/probe/dialing/dialer.ts';
import { addressOf, exchange } from '../../checks/probe/dialing/http-exchange.ts';

/** Provider documents have a few kilobytes. Longer ones are cut off and fail to parse. */
const mostBodyBytes = 1024 * 1024;
const deadlineMs = 10_000;

/**
 * Sends requests to a provider through the dialer, as all outgoing requests. Without https only to this machine;
 * follows no redirects.
 */
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
    const { isJson, body: read } = readableBody(asked.method, answer.body);
    const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || (isJson && name === 'content-type')
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    );
    if (isJson) fields.push(['content-type', 'application/json']);
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? read : null, { status: answer.status, headers: fields });
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

/**
 * The members of a token response that are read (RFC 6749, 5.1 and 5.2). Others are dropped, so that an odd value
 * fails no sign-in.
 */
const tokenMembers = ['access_token', 'token_type', 'id_token', 'error', 'error_description'];

/** The content of a response. Labels JSON as JSON, because providers may serve documents as text or bytes. */
export function readableBody(method: 'GET' | 'POST', body: string): { isJson: boolean; body: string } {
  const read = objectIn(body);
  if (read === null || method === 'GET') return { isJson: read !== null, body };
  const needed = Object.entries(read).filter(
    ([name, value]) => tokenMembers.includes(name) && typeof value === 'string',
  );
  return { isJson: true, body: JSON.stringify(Object.fromEntries(needed)) };
}

function objectIn(body: string): object | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
