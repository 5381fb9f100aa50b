import type { ApiClient } from '@upvigil/core/client/api-client';
import type { ApiClientOptions } from '@upvigil/core/client/calls-of';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { cleanUrl, findInvisible } from '@upvigil/core/contract/fields/clean-address';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { messages } from '@upvigil/core/texts/messages';
import type { Environment } from '../environment.ts';
import { CommandError, NotSignedInError, UsageError } from '../failures.ts';
import type { CommonOptions, Form } from '../options/form.ts';
import { cleanClient } from './clean-client.ts';
import { httpFetch } from './http-fetch.ts';
import { limitedFetch } from './limited-fetch.ts';
import { mapCalls } from './map-calls.ts';
import type { SettingsStore, StoredSettings } from './settings.ts';
import type { StatusClient } from './status-client.ts';

/** Source of the token; null without a token. */
export type TokenSource = 'option' | 'password' | 'stored' | null;

/** A server and the token for it. `Client` has the endpoints that can be called. */
export interface Session<Client = ApiClient> {
  /** Scheme, host and port. */
  server: string;
  api: Client;
  tokenSource: TokenSource;
  /** Ends a session that was opened for this command only. Never throws. */
  close(): Promise<void>;
}

interface SessionOptions {
  options: CommonOptions;
  environment: Environment;
  settings: SettingsStore;
  form: Form;
  /** Aborts every request. */
  signal: AbortSignal;
  /** Limit of one request, until its response begins. */
  requestTimeoutMs: number;
  special?: SpecialConnection;
}

/** What a single command does differently: a resumed download, an upload with progress. */
export interface SpecialConnection extends Pick<ApiClientOptions, 'fetch' | 'sendFile'> {
  /** Used instead of the options, the environment and the stored settings. */
  credentials?: { server: string; token: string };
  /** Keeps control characters in responses that are sent back. The code that shows them removes the characters. */
  keepsControls?: true;
}

interface Credentials {
  token: string | null;
  source: TokenSource;
}

/** Finds the server and the token: options first, then the environment, then the settings stored by `login`. */
export async function openSession(wanted: SessionOptions & { access: 'public' | 'admin' }): Promise<Session> {
  const { createApiClient } = await import('@upvigil/core/client/api-client');
  const found = await findSession(wanted);
  const client = createApiClient(clientOptions(wanted, found));
  if (wanted.access === 'admin' && found.token === null) {
    found.token = await signIn(client, wanted.environment.password, found.server);
    found.source = 'password';
  }
  return {
    server: found.server,
    api: presentable(client, wanted, found.server),
    tokenSource: found.source,
    async close() {
      if (found.source === 'password') await client.auth.logout().catch(() => undefined);
    },
  };
}

/** Same for the public status only. It loads a quarter of the code, because cron may run `status` every minute. */
export async function openStatusSession(wanted: SessionOptions): Promise<Session<StatusClient>> {
  const { createStatusClient } = await import('./status-client.ts');
  const found = await findPublicServer(wanted);
  const client = createStatusClient(clientOptions(wanted, found));
  return {
    server: found.server,
    api: presentable(client, wanted, found.server),
    tokenSource: found.source,
    close: () => Promise.resolve(),
  };
}

interface FoundServer extends Credentials {
  server: string;
}

function clientOptions({ special, signal, requestTimeoutMs }: SessionOptions, found: FoundServer): ApiClientOptions {
  const { fetch = httpFetch, sendFile } = special ?? {};
  return {
    baseUrl: found.server,
    getToken: () => found.token,
    fetch: limitedFetch(fetch, signal, requestTimeoutMs),
    ...(sendFile ? { sendFile } : {}),
  };
}

/** Removes control characters where responses are shown. For `--json`, `toJson` escapes them. */
const presentable = <Client extends object>(client: Client, wanted: SessionOptions, server: string): Client =>
  explainRefusedToken(wanted.form === 'json' || wanted.special?.keepsControls ? client : cleanClient(client), server);

function findSession(wanted: SessionOptions & { access: 'public' | 'admin' }): Promise<FoundServer> | FoundServer {
  const { special, access } = wanted;
  if (special?.credentials) return { ...special.credentials, source: 'stored' };
  return access === 'admin' ? findServer(wanted) : findPublicServer(wanted);
}

/** Reads the stored settings only if options and environment do not give both server and token. */
async function findServer(wanted: SessionOptions): Promise<FoundServer> {
  const { options, environment, settings } = wanted;
  const address = options.server ?? environment.server;
  const hasToken = (options.token ?? environment.token ?? environment.password) !== null;
  const stored = address !== null && hasToken ? nothingStored : await settings.read().catch(asMissingToken(address));
  const server = serverAddress(address ?? stored.server ?? environment.defaultServer);
  return { server, ...findToken(wanted, server, stored) };
}

const nothingStored: StoredSettings = { server: null, token: null };

/** If the server is given, unreadable settings count as settings without a token. */
const asMissingToken = (address: string | null) => (error: Error) => {
  throw address === null ? error : new NotSignedInError(error.message, { cause: error });
};

/** The server without a token, for `login` and public data. */
async function findPublicServer({ options, environment, settings }: SessionOptions): Promise<FoundServer> {
  const address = options.server ?? environment.server ?? (await settings.read()).server;
  return { server: serverAddress(address ?? environment.defaultServer), token: null, source: null };
}

/**
 * A server's address without a trailing slash.
 * @throws UsageError when it is not an http or https address, or has a path
 */
export function serverAddress(text: string): string {
  const address = cleanUrl(text);
  const url = canParseUrl(address) ? new URL(address) : null;
  const shown = withoutCredentials(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`The server must be an address that starts with http:// or https://, but it is "${shown}"`);
  if (/[^/]/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new UsageError(`The server must be an address without a path, such as ${url.origin}, but it is "${shown}"`);
  return address.replace(/\/+$/, '');
}

/**
 * A given password takes precedence over a stored token and opens a new session. A stored token is sent only to its own
 * server.
 */
function findToken({ options, environment }: SessionOptions, server: string, stored: StoredSettings): Credentials {
  const given = options.token ?? environment.token;
  if (given) return { token: usableToken(given), source: 'option' };
  if (environment.password) return { token: null, source: null };
  const isStoredServer = (stored.server ?? environment.defaultServer) === server;
  return stored.token && isStoredServer ? { token: stored.token, source: 'stored' } : { token: null, source: null };
}

/** A token without the line end that pasting or a file adds. @throws UsageError when no header could hold it */
export function usableToken(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const found = findInvisible(token);
  throw new UsageError(
    found === null
      ? 'The token must have letters, digits and signs only, without spaces: paste it again'
      : `The token must not contain ${found}: paste it again`,
  );
}

async function signIn(client: ApiClient, password: string | null, server: string): Promise<string> {
  if (!password) throw new NotSignedInError(`Not signed in to ${withoutCredentials(server)}. Run: upvigil login`);
  return await requestToken(client, password);
}

/** Without an email, the password is the owner's. @throws NotSignedInError when it is wrong */
export async function requestToken(
  client: Pick<ApiClient, 'auth'>,
  password: string,
  email: string | null = null,
): Promise<string> {
  try {
    return (await client.auth.login({ body: email === null ? { password } : { email, password } })).access_token;
  } catch (error) {
    if (isSecondFactorWanted(error)) throw new CommandError(factorMessages.cliNeedsToken, { cause: error });
    const isRefused = isStatus(error, 401) || error instanceof NotSignedInError;
    throw isRefused
      ? new NotSignedInError(email === null ? messages.login.failed : accessMessages.wrongSignIn, { cause: error })
      : error;
  }
}

/** The password is right, but the account has a second factor, which a program cannot enter. */
const isSecondFactorWanted = (error: unknown): boolean =>
  isStatus(error, 403) && error instanceof Error && 'facts' in error && 'challenge' in (error.facts as object);

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error && error.status === status;

/** Adds to every refused token the hint to sign in again. */
function explainRefusedToken<Client extends object>(client: Client, server: string): Client {
  const explain = (error: unknown): never => {
    if (!isStatus(error, 401)) throw error;
    const sentence = `${withoutCredentials(server)} no longer accepts the token. Run: upvigil login`;
    throw new NotSignedInError(sentence, { cause: error });
  };
  return mapCalls(client, (call) => (request) => call(request).catch(explain));
}
