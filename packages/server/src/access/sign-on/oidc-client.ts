import type { ClientAuth, Configuration } from 'openid-client';
import { isPlainLoopback } from '../../config/sign-on-settings.ts';
import type { OidcConfig } from '../../config/sign-on-variables.ts';
import type { Dialer } from '../../probing/dialing/dialer.ts';
import { groupsIn, type Identity } from './judge-identity.ts';
import { createOidcFetch } from './oidc-fetch.ts';

/** Loaded with the first sign-in at a provider. */
const load = () => import('openid-client');

/** What a browser takes to the provider, and what its way back is checked by. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider, asked by code flow with PKCE (S256), state and nonce. */
export interface OidcClient {
  /** Where the browser goes. Rejects when the provider cannot be reached, or is not what it says. */
  begin(redirectUri: string): Promise<{ url: string; checks: OidcChecks }>;
  /** Who came back. Rejects when a check fails. `url`: the address that the provider sent the browser to. */
  finish(url: URL, checks: OidcChecks): Promise<Identity>;
}

/** How long what the provider says of itself is kept: it may change its addresses. */
const keptMs = 3_600_000;

export function createOidcClient(
  config: OidcConfig,
  dialer: Pick<Dialer, 'dial'>,
  monotonic: () => number,
): OidcClient {
  let kept: { found: Promise<Configuration>; at: number } | null = null;
  const discover = (): Promise<Configuration> => {
    if (kept !== null && monotonic() - kept.at < keptMs) return kept.found;
    const found = discoverProvider(config, dialer);
    const mine = { found, at: monotonic() };
    kept = mine;
    found.catch(() => {
      if (kept === mine) kept = null;
    });
    return found;
  };
  return {
    async begin(redirect_uri) {
      const [client, provider] = await Promise.all([load(), discover()]);
      const checks = {
        ...{ state: client.randomState(), nonce: client.randomNonce() },
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(provider, {
        ...{ redirect_uri, scope: 'openid email profile', state: checks.state, nonce: checks.nonce },
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    async finish(url, { state, nonce, codeVerifier }) {
      const [client, provider] = await Promise.all([load(), discover()]);
      const tokens = await client.authorizationCodeGrant(provider, url, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
      return identityOf(config, claims, more);
    },
  };
}

async function discoverProvider(config: OidcConfig, dialer: Pick<Dialer, 'dial'>): Promise<Configuration> {
  const client = await load();
  const issuer = new URL(config.issuer);
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    // A provider that does not say takes Basic: OpenID Connect Discovery 1.0, 3.
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    const by = isBasic ? client.ClientSecretBasic(config.clientSecret) : client.ClientSecretPost(config.clientSecret);
    by(server, ...rest);
  };
  const execute = [client.enableNonRepudiationChecks];
  if (isPlainLoopback(issuer)) execute.push(client.allowInsecureRequests);
  return client.discovery(issuer, config.clientId, undefined, authenticate, {
    execute,
    [client.customFetch]: createOidcFetch(dialer),
  });
}

type Claims = Readonly<Record<string, unknown>>;

/** What the provider vouches for, in the ID token first. Address and 'verified' come from the same of the two. */
export function identityOf(
  { roleClaim }: Pick<OidcConfig, 'roleClaim'>,
  claims: Claims & { iss: string; sub: string },
  more: Claims,
): Identity {
  const { email, email_verified } = typeof claims.email === 'string' ? claims : more;
  const isVerified = typeof email === 'string' && email_verified === true;
  const name = [claims.name, more.name].find((each) => typeof each === 'string');
  const groups = groupsIn(claims, roleClaim);
  return {
    ...{ issuer: claims.iss, subject: claims.sub },
    verifiedEmail: isVerified ? email.toLowerCase() : null,
    name: typeof name === 'string' ? name : null,
    groups: groups.length > 0 ? groups : groupsIn(more, roleClaim),
  };
}
