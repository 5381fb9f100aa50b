import type { ApiClient, ApiClientOptions } from '@upvigil/core/api-client';
import { messages } from '@upvigil/core/messages';
import { cleanClient } from './clean-client.ts';
import type { CommonOptions, Form } from './context.ts';
import { defaultServer } from './default-server.ts';
import type { Environment } from './environment.ts';
import { NotSignedInError, UsageError } from './failures.ts';
import { httpFetch } from './http-fetch.ts';
import { limitedFetch } from './limited-fetch.ts';
import { mapCalls } from './map-calls.ts';
import type { SettingsStore } from './settings.ts';

/** Where the token came from; null: there is none. */
export type TokenSource = 'option' | 'password' | 'stored' | null;

/** One server, and the right to talk to it. */
export interface Session {
  /** Scheme, host and port, perhaps a path. */
  server: string;
  api: ApiClient;
  tokenSource: TokenSource;
  /** Ends a session that was opened for this command alone. Never throws. */
  close(): Promise<void>;
}

export interface SessionOptions {
  options: CommonOptions;
  environment: Environment;
  settings: SettingsStore;
  form: Form;
  /** Aborts every request. */
  signal: AbortSignal;
  /** Of one request, until its answer is there. */
  requestTimeoutMs: number;
  access: 'public' | 'admin';
  special?: SpecialConnection;
}

/** What one command does its own way: a download that goes on where it stopped, an upload that tells its progress. */
export interface SpecialConnection extends Pick<ApiClientOptions, 'fetch' | 'sendFile'> {
  /** Instead of whatever the options, the environment and the store say. */
  credentials?: { server: string; token: string };
}

interface Credentials {
  token: string | null;
  source: TokenSource;
}

/** Finds the server and the token: options first, then the environment, then what `login` stored. */
export async function openSession(wanted: SessionOptions): Promise<Session> {
  const { credentials, fetch = httpFetch, sendFile } = wanted.special ?? {};
  const { server, ...found } = credentials ? { ...credentials, source: 'stored' as const } : await findServer(wanted);
  let { token, source }: Credentials = found;
  const { createApiClient } = await import('@upvigil/core/api-client');
  const client = createApiClient({
    baseUrl: server,
    getToken: () => token,
    fetch: limitedFetch(fetch, wanted.signal, wanted.requestTimeoutMs),
    ...(sendFile ? { sendFile } : {}),
  });
  if (wanted.access === 'admin' && token === null) {
    token = await signIn(client, wanted.environment.password, server);
    source = 'password';
  }
  return {
    server,
    api: explainRefusedToken(wanted.form === 'json' ? client : cleanClient(client), server),
    tokenSource: source,
    async close() {
      if (source === 'password') await client.auth.logout().catch(() => undefined);
    },
  };
}

async function findServer(wanted: SessionOptions): Promise<Credentials & { server: string }> {
  const stored = await wanted.settings.read();
  const server = serverAddress(wanted.options.server ?? wanted.environment.server ?? stored.server ?? defaultServer);
  return { server, ...findToken(wanted, server, stored) };
}

/** An address as it was written, checked, without a slash at the end. @throws UsageError */
export function serverAddress(text: string): string {
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isHttp)
    throw new UsageError(`The server must be an address that starts with http:// or https://, but it is "${text}"`);
  return text.replace(/\/+$/, '');
}

/** A password asks for a new session of its own, so it goes before a stored token; a stored token goes to its own server only. */
function findToken({ options, environment }: SessionOptions, server: string, stored: Stored): Credentials {
  const given = options.token ?? environment.token;
  if (given) return { token: given, source: 'option' };
  if (environment.password) return { token: null, source: null };
  const isStoredServer = (stored.server ?? defaultServer) === server;
  return stored.token && isStoredServer ? { token: stored.token, source: 'stored' } : { token: null, source: null };
}
type Stored = Awaited<ReturnType<SettingsStore['read']>>;

async function signIn(client: ApiClient, password: string | null, server: string): Promise<string> {
  if (!password) throw new NotSignedInError(`Not signed in to ${server}. Run: upvigil login`);
  return await requestToken(client, password);
}

/** @throws NotSignedInError when the password is wrong */
export async function requestToken(client: Pick<ApiClient, 'auth'>, password: string): Promise<string> {
  try {
    return (await client.auth.login({ body: { password } })).access_token;
  } catch (error) {
    const isRefused = isStatus(error, 401) || error instanceof NotSignedInError;
    throw isRefused ? new NotSignedInError(messages.login.failed, { cause: error }) : error;
  }
}

/** True for a request that was refused with this HTTP status. */
export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error && error.status === status;

/** A refused token means to sign in again, whichever request met it. */
function explainRefusedToken(client: ApiClient, server: string): ApiClient {
  const explain = (error: unknown): never => {
    if (!isStatus(error, 401)) throw error;
    throw new NotSignedInError(`${server} does not accept the token any more. Run: upvigil login`, { cause: error });
  };
  return mapCalls(client, (call) => (request) => call(request).catch(explain));
}
