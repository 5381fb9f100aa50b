import type { Dialer } from '../probing/dialing/dialer.ts';
import { addressOf, exchange } from '../probing/dialing/http-exchange.ts';

/** What notifications need of the dialer. Every connection to a provider goes through it. */
export type NotificationDialer = Pick<Dialer, 'dial'>;

export interface ProviderRequest {
  url: URL;
  method: 'GET' | 'POST';
  /** Sent as JSON. */
  json?: unknown;
}

/** A provider's response. Its body is cut to the first 16 KiB. */
export interface ProviderAnswer {
  status: number;
  body: string;
}

/** Providers respond with a few words; what is longer is cut off. */
const mostBodyBytes = 16 * 1024;

/** Makes one request on a connection of its own. Does not follow redirects. Rejects when no whole response comes. */
export async function askProvider(
  dialer: NotificationDialer,
  { url, method, json }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const socket = await dialer.dial({ ...addressOf(url), tls: url.protocol === 'https:', signal });
  const body = json === undefined ? '' : JSON.stringify(json);
  const headers: Record<string, string> =
    body === '' ? { accept: '*/*' } : { accept: '*/*', 'content-type': 'application/json' };
  const { status, body: text } = await exchange(socket, { url, method, headers, body, mostBodyBytes }, signal);
  return { status, body: text };
}
