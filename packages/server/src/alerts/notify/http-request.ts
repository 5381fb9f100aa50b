import type { IncomingHttpHeaders } from 'node:http';
import type { Dialer } from '../../checks/probe/dialing/dialer.ts';
import { addressOf, exchange } from '../../checks/probe/dialing/http-exchange.ts';

/** The part of the dialer that notifications use. Every connection to a provider goes through it. */
export type NotificationDialer = Pick<Dialer, 'dial'>;

export interface ProviderRequest {
  url: URL;
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form (application/x-www-form-urlencoded). */
  form?: Readonly<Record<string, string>>;
  /** Sent unchanged; the headers name its type. */
  body?: string | Uint8Array;
}

/** A provider's response. Its body is cut to the first 16 KiB. */
export interface ProviderAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Providers respond with short texts; longer ones are cut. */
const mostBodyBytes = 16 * 1024;

/** Sends one request on a new connection. Does not follow redirects. Rejects without a complete response. */
export async function askProvider(
  dialer: NotificationDialer,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { url, method } = request;
  const socket = await dialer.dial({ ...addressOf(url), tls: url.protocol === 'https:', signal });
  const { type, body } = bodyOf(request);
  const headers = { accept: '*/*', ...(type === null ? {} : { 'content-type': type }), ...request.headers };
  return exchange(socket, { url, method, headers, body, mostBodyBytes }, signal);
}

function bodyOf({ json, form, body }: ProviderRequest): { type: string | null; body: string | Uint8Array } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  return { type: null, body: body ?? '' };
}
