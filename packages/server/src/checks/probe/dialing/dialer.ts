import type { Socket as UdpSocket } from 'node:dgram';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { IpFamily } from '@upvigil/core/contract/check-options/options';
import { tlsServerName } from '@upvigil/core/contract/fields/host-port';
import { isUnanswered } from '../faults.ts';
import { ofFamily } from './address-family.ts';
import { CertificateError } from './certificate-error.ts';
import { noteRoutes } from './local-route.ts';
import { type AskName, askDirectly, askSystem, createSystemResolvers } from './names/ask-name.ts';
import { createNameLookup, type LookUpName } from './names/name-lookup.ts';
import { AddressRefusedError, isRefusedAddress } from './refused-addresses.ts';
import { createTlsContexts, type TlsFiles } from './tls-contexts.ts';
import { openUdp } from './udp.ts';

export interface DialOptions {
  host: string;
  port: number;
  tls?: boolean | TlsOptions;
  /** Connects only to addresses of this family; any by default. */
  family?: IpFamily | undefined;
  /** An established connection to the target (through a proxy, say), on which to begin TLS. */
  over?: Socket;
  /** An abort cancels the connection attempt, or closes the connection. */
  signal?: AbortSignal;
  /** Called with the current step, for the text of a timeout: 'connecting'. */
  onStep?: (step: DialStep) => void;
  /** Records the steps of the connection. */
  trace?: DialTrace | undefined;
}

/** Steps while a connection is opened, in order. All except attempts occur at most once. */
export interface DialTrace {
  readonly keepsSeen: boolean;
  /** Connection attempt to one of the addresses. Called only if the response is recorded. */
  tries(address: string, port: number): void;
  /** Not called for an IP address. */
  resolved(name: string, addresses: readonly LookupAddress[]): void;
  connected(socket: Socket): void;
  /** The handshake ended, with a valid or invalid certificate. */
  secured(socket: TLSSocket): void;
}

export interface TlsOptions {
  /** Name for the verification of the certificate; `host` by default. */
  servername?: string;
  alpn?: string[];
  /** False accepts any certificate. */
  verify?: boolean;
  files?: TlsFiles | undefined;
  /** Ends the protocol on a connection with an invalid certificate, which is closed afterwards. Must send no secret. */
  endInvalid?: ((socket: Socket) => Promise<void>) | undefined;
}

export type DialStep =
  | 'looking up the name'
  /** The resolver answers other names meanwhile, so the name server of this domain is silent. */
  | 'waiting for the name server of the domain'
  | 'connecting'
  | 'negotiating TLS';

/**
 * Opens every outbound connection of a probe. Permission depends on the address of the actual connection, not on the
 * name.
 */
export interface Dialer {
  /**
   * Returns a connected socket, with TLS verified. Rejects with the system's error, CertificateError or
   * AddressRefusedError.
   */
  dial(options: DialOptions): Promise<Socket>;
  /** Returns a UDP socket that is connected to a permitted address. Rejects as `dial` and `resolve` do. */
  dialUdp(options: Pick<DialOptions, 'host' | 'port' | 'family' | 'onStep' | 'trace'>): Promise<UdpSocket>;
  /** The DNS resolvers of this host, as `address` or `address:port`, without refused addresses. */
  systemResolvers(): readonly string[];
  /**
   * Addresses of a host, in the system's order, without refused ones. Returns an IP address as it is. Rejects with
   * AddressRefusedError if no other address is left, and with AddressFamilyError if none is of the family.
   */
  resolve(host: string, onStep?: (step: DialStep) => void, family?: IpFamily): Promise<LookupAddress[]>;
  /**
   * For the options of Node's `net`, `tls` and `http`. Node skips it for IP addresses, so only `dial` refuses these.
   */
  lookup: LookupFunction;
}

export interface DialerOptions {
  /** Defaults to the system's resolver (getaddrinfo). */
  resolveName?: (host: string) => Promise<LookupAddress[]>;
  /** Defaults to those that the system is configured with. */
  systemResolvers?: () => readonly string[];
  /** A second resolver that bypasses the system's. None by default if `resolveName` is given. */
  resolveDirectly?: AskName;
  /** A name that always resolves, to test the resolver when another name gets no answer; null: none. */
  referenceName?: string | null;
  /** Trusted certificates in addition to the well-known ones, PEM. */
  trustedCertificates?: readonly string[];
}

/** Delay before the next address of a name is tried in parallel. */
const addressAttemptTimeoutMilliseconds = 500;

/** Has no resources to close. */
export function createDialer(options: DialerOptions = {}): Dialer {
  const resolve = createResolver(nameLookupOf(options));
  const lookup = asLookupFunction(resolve);
  const contexts = createTlsContexts(options.trustedCertificates ?? []);

  const open = ({ host, port, tls, onStep, family, over, trace }: DialOptions): Socket => {
    const lookup = asLookupFunction(async (name) => {
      const addresses = await resolve(name, onStep, family);
      trace?.resolved(name, addresses);
      return addresses;
    });
    const target = { host, port, lookup, autoSelectFamilyAttemptTimeout: addressAttemptTimeoutMilliseconds };
    if (!tls) return connectTcp(target);
    const { servername = host, alpn, files }: TlsOptions = tls === true ? {} : tls;
    // `certificateProblem` verifies instead, while the certificate can still be read for the error message.
    const unverified = {
      rejectUnauthorized: false,
      secureContext: contexts.of(files),
      ...(alpn ? { ALPNProtocols: alpn } : {}),
    };
    const named = isIP(servername) ? {} : { servername: tlsServerName(servername) };
    return connectTls({ ...(over ? { socket: over, host } : target), ...unverified, ...named });
  };

  return {
    resolve,
    lookup,
    systemResolvers: options.systemResolvers ?? createSystemResolvers(),
    async dialUdp({ host, port, family, onStep, trace }) {
      const addresses = await resolve(host, onStep, family);
      try {
        const socket = await openUdp(addresses, port);
        if (trace?.keepsSeen) trace.tries(socket.remoteAddress().address, port);
        return socket;
      } catch (error) {
        await noteRoutes(error);
        throw error;
      }
    },
    async dial(dialOptions) {
      if (isRefusedAddress(dialOptions.host)) throw new AddressRefusedError(dialOptions.host);
      dialOptions.signal?.throwIfAborted();
      dialOptions.onStep?.(firstStep(dialOptions));
      if (isIP(dialOptions.host) && dialOptions.family) await resolve(dialOptions.host, undefined, dialOptions.family);
      try {
        return await whenConnected(open(dialOptions), dialOptions);
      } catch (error) {
        await noteRoutes(error);
        throw error;
      }
    },
  };
}

function firstStep({ host, over }: DialOptions): DialStep {
  if (over) return 'negotiating TLS';
  return isIP(host) ? 'connecting' : 'looking up the name';
}

function whenConnected(socket: Socket, { host, tls, signal, onStep, trace }: DialOptions): Promise<Socket> {
  const isSecure = Boolean(tls);
  return new Promise((resolve, reject) => {
    let problem: CertificateError | null = null;
    const fail = (error: Error): void => {
      signal?.removeEventListener('abort', giveUp);
      socket.destroy();
      reject(problem ?? error);
    };
    const giveUp = (): void => fail(signal?.reason);
    const done = (): void => {
      if (isSecure) trace?.secured(socket as TLSSocket);
      else trace?.connected(socket);
      problem = isVerified(tls) ? certificateProblem(socket as TLSSocket) : null;
      if (problem) {
        const invalid = problem;
        const { endInvalid } = tls as TlsOptions;
        const close = (): void => fail(invalid);
        if (endInvalid) endInvalid(socket).then(close, close);
        else close();
        return;
      }
      socket.removeListener('error', fail);
      socket.removeListener('close', closedEarly);
      signal?.removeEventListener('abort', giveUp);
      resolve(socket);
    };
    const closedEarly = (): void => fail(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
    signal?.addEventListener('abort', giveUp);
    if (trace?.keepsSeen) socket.on('connectionAttempt', (address, tried) => trace.tries(address, tried));
    socket.on('error', fail);
    socket.once('close', closedEarly);
    if (!isIP(host)) socket.once('lookup', () => onStep?.('connecting'));
    const beforeTls = (): void => {
      trace?.connected(socket);
      onStep?.('negotiating TLS');
    };
    if (isSecure) socket.once('connect', beforeTls);
    socket.once(isSecure ? 'secureConnect' : 'connect', done);
  });
}

const isVerified = (tls: DialOptions['tls']): boolean =>
  typeof tls === 'object' ? tls.verify !== false : tls === true;

/** The problem of the certificate; null if verified. */
function certificateProblem(socket: TLSSocket): CertificateError | null {
  if (socket.authorized) return null;
  return new CertificateError(socket.authorizationError, socket.getPeerCertificate(true));
}

function nameLookupOf({ resolveName, resolveDirectly, referenceName = null }: DialerOptions): LookUpName {
  const direct = resolveDirectly ?? (resolveName ? null : askDirectly);
  return createNameLookup({ system: resolveName ? asAskName(resolveName) : askSystem, direct, referenceName });
}

const asAskName =
  (resolveName: (host: string) => Promise<LookupAddress[]>): AskName =>
  (host) =>
    resolveName(host).then(
      (addresses) => ({ addresses }),
      (error: unknown) => ({ error, is_silent: isUnanswered(error) }),
    );

/** Excludes refused addresses. */
const createResolver =
  (lookUp: LookUpName): Dialer['resolve'] =>
  async (host, onStep, wanted) => {
    const family = isIP(host.split('%', 1)[0] ?? host);
    if (family !== 0) {
      if (isRefusedAddress(host)) throw new AddressRefusedError(host);
      return [...ofFamily(host, [{ address: host, family }], wanted)];
    }
    const found = await lookUp(host, () => onStep?.('waiting for the name server of the domain'));
    const addresses = ofFamily(host, found, wanted);
    const usable = addresses.filter(({ address }) => !isRefusedAddress(address));
    if (usable.length === 0) throw new AddressRefusedError(addresses[0]?.address ?? host);
    return usable;
  };

function asLookupFunction(resolve: (host: string) => Promise<LookupAddress[]>): LookupFunction {
  return (host, options: LookupOptions, callback) => {
    resolve(host).then(
      (addresses) => {
        const wanted = options.family === 4 || options.family === 6 ? options.family : null;
        const usable = wanted === null ? addresses : addresses.filter(({ family }) => family === wanted);
        if (options.all) return callback(null, usable);
        const first = usable[0];
        if (first) return callback(null, first.address, first.family);
        callback(Object.assign(new Error(`no such address of ${host}`), { code: 'ENOTFOUND' }), '');
      },
      (error) => callback(error, options.all ? [] : ''),
    );
  };
}
