import { dayMs } from '@upvigil/core/time';
import type { RdapServer } from '../../../base/config/rdap-servers-schema.ts';
import type { Dialer } from '../../../checks/probe/dialing/dialer.ts';
import { notPublished, type RdapAnswer, readRdapAnswer, unreachable } from './rdap-answer.ts';
import { getRdap } from './rdap-request.ts';
import { readBootstrap, serverOf } from './rdap-servers.ts';

interface RegistriesOptions {
  dialer: Pick<Dialer, 'dial' | 'resolve'>;
  now: () => number;
  bootstrapUrl: string;
  /** Take precedence over the bootstrap document. */
  servers: readonly RdapServer[];
}

const mostAnswerBytes = 256 * 1024;
const mostBootstrapBytes = 4 * 1024 * 1024;
/** IANA's list changes a few times a month. */
const bootstrapLasts = dayMs;
const answeredWithin = 20_000;

export type Registries = ReturnType<typeof createRegistries>;

/** Queries the registries of all suffixes. */
export function createRegistries({ dialer, now, bootstrapUrl, servers }: RegistriesOptions) {
  let bootstrap: { servers: RdapServer[]; until: number } | null = null;
  /** By server, milliseconds since the epoch: a pause that a registry requests applies to all its names. */
  const pausedUntil = new Map<string, number>();

  const get = (url: string, mostBodyBytes: number, signal: AbortSignal) =>
    getRdap(dialer, { url, mostBodyBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(answeredWithin)]) });

  const allServers = async (signal: AbortSignal): Promise<RdapServer[]> => {
    if (bootstrap && bootstrap.until > now()) return bootstrap.servers;
    const { status, body } = await get(bootstrapUrl, mostBootstrapBytes, signal);
    if (status !== 200) throw new Error(`the list of registries answered HTTP ${status}`);
    bootstrap = { servers: readBootstrap(body), until: now() + bootstrapLasts };
    return bootstrap.servers;
  };
  const findServer = async (name: string, signal: AbortSignal): Promise<string | null> =>
    serverOf(name, servers) ?? serverOf(name, await allServers(signal));

  const askServer = async (server: string, name: string, signal: AbortSignal): Promise<RdapAnswer> => {
    const until = pausedUntil.get(server) ?? 0;
    if (until > now()) return { outcome: 'later', answer: 'the registry requested a pause', pause: until - now() };
    const { status, headers, body } = await get(`${server}domain/${name}`, mostAnswerBytes, signal);
    const answer = readRdapAnswer({ status, retryAfter: headers['retry-after'], body }, now());
    if (answer.outcome === 'later' && (status === 429 || status === 503)) pausedUntil.set(server, now() + answer.pause);
    return answer;
  };

  return {
    /** Rejects only when aborted. */
    async ask(name: string, signal: AbortSignal): Promise<RdapAnswer> {
      try {
        const server = await findServer(name, signal);
        return server === null
          ? { outcome: 'unpublished', answer: notPublished }
          : await askServer(server, name, signal);
      } catch (error) {
        signal.throwIfAborted();
        return unreachable(error instanceof Error ? error.message : String(error));
      }
    },
  };
}
