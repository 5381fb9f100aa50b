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
 * A connection to a target by way of an http, https or socks5 proxy, which looks the target's name up. Rejects with
 * ProxyError when the proxy fails, with ProxiedTargetError when it says that the target does, else as the dialer.
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
    await requestWay(socket, address, host, port);
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
 * Whether a proxy is asked for a page itself, by its whole address, as browsers and curl do it without TLS: many proxies open
 * tunnels to port 443 only.
 */
export const isForwarded = ({ protocol }: Pick<URL, 'protocol'>, proxy: string): boolean =>
  protocol === 'http:' && /^https?:/i.test(proxy);

/** A connection to the proxy that will be asked for the target. Rejects as `dialThroughProxy`. */
export async function dialForwardProxy(dialer: Dialer, proxy: string, options: ProxiedDialOptions): Promise<Socket> {
  if (isRefusedAddress(options.host)) throw new AddressRefusedError(options.host);
  const socket = await dialProxy(dialer, proxyAddress(proxy), options);
  options.trace?.connected(socket);
  return socket;
}

/** The value of `Proxy-Authorization`; null for a proxy without credentials. */
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

/** Steps that the dialer of the proxy records. */
const unseen: DialTrace = {
  keepsSeen: false,
  tries: () => undefined,
  resolved: () => undefined,
  connected: () => undefined,
  secured: () => undefined,
};

/** The way to the target is one phase, which ends with the tunnel: a handshake with the proxy is a part of it. */
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

function requestWay(socket: Socket, address: URL, host: string, port: number): Promise<void> {
  if (address.protocol === 'socks5:') {
    const [username, password] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
    return requestSocks(socket, { host, port, username, password });
  }
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return requestTunnel(socket, authority, credentialsOf(address));
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
