import { isIP, type Socket } from 'node:net';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { failureText } from '../../failure-text.ts';
import { faultOf, mostSpecificError } from '../../faults.ts';
import type { Dialer, DialOptions, DialStep, DialTrace } from '../dialer.ts';
import { AddressRefusedError, isRefusedAddress } from '../refused-addresses.ts';
import { requestTunnel } from './connect-request.ts';
import { ProxyError, type proxySteps } from './proxy-errors.ts';
import { requestSocks } from './socks-request.ts';

/** Steps of a connection through a proxy, in addition to those of a dialer. */
type ProxyStep = DialStep | (typeof proxySteps)[number];

interface ProxiedDialOptions extends Omit<DialOptions, 'onStep' | 'over' | 'family'> {
  onStep?: (step: ProxyStep) => void;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

/**
 * Connects to a target through an http, https or socks5 proxy, which looks the target's name up. Rejects with
 * ProxyError if the proxy fails, with ProxiedTargetError if it reports a failure of the target, and otherwise as the
 * dialer does.
 */
export async function dialThroughProxy(dialer: Dialer, proxy: string, options: ProxiedDialOptions): Promise<Socket> {
  const { host, port, tls, signal, onStep, trace } = options;
  if (isRefusedAddress(host)) throw new AddressRefusedError(host);
  const address = proxyAddress(proxy);
  const socket = await dialProxy(dialer, address, options);
  const giveUp = (): void => void socket.destroy();
  signal?.addEventListener('abort', giveUp);
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  try {
    onStep?.('waiting for the proxy');
    await requestConnection(socket, address, host, port);
    signal?.throwIfAborted();
    trace?.connected(socket);
    if (!tls) return socket;
    return await dialer.dial({
      host,
      port,
      tls,
      over: socket,
      ...(signal ? { signal } : {}),
      ...(onStep ? { onStep } : {}),
      trace: trace && { ...unseen, secured: trace.secured },
    });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/**
 * Whether the request is sent to the proxy with its absolute address, as browsers and curl do without TLS. Many proxies
 * open tunnels only to port 443.
 */
export const isForwarded = ({ protocol }: Pick<URL, 'protocol'>, proxy: string): boolean =>
  protocol === 'http:' && /^https?:/i.test(proxy);

/** Connects to the proxy that will forward the request. Rejects as `dialThroughProxy` does. */
export async function dialForwardProxy(dialer: Dialer, proxy: string, options: ProxiedDialOptions): Promise<Socket> {
  if (isRefusedAddress(options.host)) throw new AddressRefusedError(options.host);
  const socket = await dialProxy(dialer, proxyAddress(proxy), options);
  options.trace?.connected(socket);
  return socket;
}

/** The value of `Proxy-Authorization`; null without credentials. */
export function proxyAuthorization(proxy: string): string | null {
  const credentials = credentialsOf(proxyAddress(proxy));
  return credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function proxyAddress(proxy: string): URL {
  const address = canParseUrl(proxy) ? new URL(proxy) : null;
  if (!address || defaultPorts[address.protocol] === undefined) throw new ProxyError('the proxy address is none');
  return address;
}

function credentialsOf({ username, password }: URL): string | null {
  return username === '' && password === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

/** Ignores the steps of the connection to the proxy itself. */
const unseen: DialTrace = {
  keepsSeen: false,
  tries: () => undefined,
  resolved: () => undefined,
  connected: () => undefined,
  secured: () => undefined,
};

/**
 * The connection through the proxy is one phase, which ends with the tunnel and includes a TLS handshake with the
 * proxy.
 */
async function dialProxy(dialer: Dialer, address: URL, { signal, onStep, trace }: ProxiedDialOptions): Promise<Socket> {
  const onProxyStep = (step: DialStep): void =>
    onStep?.(step === 'looking up the name' ? step : 'connecting to the proxy');
  try {
    return await dialer.dial({
      host: withoutBrackets(address.hostname),
      port: Number(address.port) || (defaultPorts[address.protocol] ?? 0),
      tls: address.protocol === 'https:',
      ...(signal ? { signal } : {}),
      onStep: onProxyStep,
      trace: trace && { ...unseen, resolved: trace.resolved },
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const cause = mostSpecificError(error);
    if (faultOf(cause) !== null) throw cause;
    throw new ProxyError(`the proxy cannot be reached: ${failureText(cause)}`);
  }
}

function requestConnection(socket: Socket, address: URL, host: string, port: number): Promise<void> {
  if (address.protocol === 'socks5:') {
    const username = decodeURIComponent(address.username);
    const password = decodeURIComponent(address.password);
    return requestSocks(socket, { host, port, username, password });
  }
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return requestTunnel(socket, authority, credentialsOf(address));
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
