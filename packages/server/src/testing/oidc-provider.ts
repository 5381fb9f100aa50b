import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A user at the provider. */
interface Account {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A real OpenID provider on loopback that signs everybody in at once. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By subject. */
  accounts: Map<string, Account>;
  /** The subject of the next sign-in. */
  person: string;
  /** Changes claims of ID tokens and chooses the signing key; null: unchanged tokens. */
  forged: { claims: Readonly<Record<string, unknown>>; by: 'provider' | 'stranger' } | null;
  /** Acts as a browser, from the start of a sign-in to the address that the provider redirects to. */
  walk(address: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startTestProvider(redirectUri: string): Promise<TestProvider> {
  const clientId = 'upvigil';
  const clientSecret = randomBytes(16).toString('hex');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts: TestProvider['accounts'] = new Map();
  const test: Omit<TestProvider, 'walk' | 'close'> = {
    issuer,
    clientId,
    clientSecret,
    accounts,
    person: '',
    forged: null,
  };
  const keys = { provider: newKey(), stranger: newKey() };
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    jwks: { keys: [{ ...keys.provider.export({ format: 'jwk' }), kty: 'RSA', kid: 'own', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...accounts.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = (context.body ?? {}) as { id_token?: string };
    if (token && test.forged) Object.assign(context.body as object, { id_token: signAnew(token, test.forged, keys) });
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: test.person } });
  });
  return Object.assign(test, {
    walk: (address: string) => walk(address, redirectUri),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The token with other claims, signed with RS256. */
function signAnew(
  token: string,
  { claims, by }: NonNullable<TestProvider['forged']>,
  keys: Readonly<Record<typeof by, KeyObject>>,
): string {
  const [header = '', payload = ''] = token.split('.');
  const said = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), ...claims };
  const content = `${header}.${Buffer.from(JSON.stringify(said)).toString('base64url')}`;
  return `${content}.${sign('sha256', Buffer.from(content), keys[by]).toString('base64url')}`;
}

const mostSteps = 10;

/** Follows redirects with cookies, as a new browser, up to `redirectUri`. */
async function walk(address: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let steps = 0; steps < mostSteps; steps++) {
    if (url.href.startsWith(redirectUri)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url);
  }
  throw new Error(`${address} leads nowhere`);
}
