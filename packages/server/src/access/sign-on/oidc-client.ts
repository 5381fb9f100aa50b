import { hourMs } from '@upvigil/core/time';
import type { ClientAuth, Configuration } from 'openid-client';
import { isPlainLoopback } from '../../base/config/sign-on-settings.ts';
import type { OidcConfig } from '../../base/config/sign-on-variables.ts';
import type { Dialer } from '../../checks/probe/dialing/dialer.ts';
import { groupsIn, type Identity } from './evaluate-identity.ts';
import { createOidcFetch } from './oidc-fetch.ts';

/** Loaded with the first sign-in at a provider. */
const load = () => import('openid-client');

/** Parameters for the provider, and the values that verify the return. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Lifetime of the cached metadata: a provider may change its endpoints. */
const keptMs = hourMs;

export type OidcClient = ReturnType<typeof createOidcClient>;

/** OpenID Connect code flow with PKCE (S256), state and nonce. */
export function createOidcClient(
  config: OidcConfig,
  dialer: Pick<Dialer, 'dial'>,
  monotonic: () => number,
  onFailure: (error: unknown) => void = () => undefined,
) {
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
    /** The address for the browser. Rejects when the provider cannot be reached or its metadata does not match. */
    async begin(redirect_uri: string): Promise<{ url: string; checks: OidcChecks }> {
      const [client, provider] = await Promise.all([load(), discover()]);
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri,
        scope: scopesFor(config, provider.serverMetadata().scopes_supported),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    /** The identity that returned. Rejects when a check fails. `url`: the address that the provider redirected to. */
    async finish(url: URL, { state, nonce, codeVerifier }: OidcChecks): Promise<Identity> {
      const [client, provider] = await Promise.all([load(), discover()]);
      const tokens = await client.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      const hasMore = typeof provider.serverMetadata().userinfo_endpoint === 'string';
      const asked = hasMore ? client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
      const more = await Promise.resolve(asked).catch((error: unknown) => {
        // Without the groups, users would lose their roles.
        if (config.roleClaim !== null && groupsIn(claims, config.roleClaim).length === 0) throw error;
        onFailure(error);
        return {};
      });
      return identityOf(config, claims, more);
    },
  };
}

async function discoverProvider(config: OidcConfig, dialer: Pick<Dialer, 'dial'>): Promise<Configuration> {
  const client = await load();
  const issuer = new URL(config.issuer);
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    // Basic is the default of OpenID Connect Discovery 1.0, 3.
    const isBasic = !Array.isArray(methods) || methods.includes('client_secret_basic');
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

/** Scopes that request groups, named like the claims: Authelia, Dex, Okta. */
const groupScopes = ['groups', 'roles'];

/** The configured scopes; by default the usual ones, and the role claim's scope if the provider lists it. */
export function scopesFor({ scopes, roleClaim }: Pick<OidcConfig, 'scopes' | 'roleClaim'>, supported: unknown): string {
  if (scopes !== null) return [...new Set(['openid', ...scopes])].join(' ');
  const isAsked = (scope: string): boolean =>
    roleClaim === scope && Array.isArray(supported) && supported.includes(scope);
  return ['openid', 'email', 'profile', ...groupScopes.filter(isAsked)].join(' ');
}

type Claims = Readonly<Record<string, unknown>>;

/** Some providers send text: Amazon Cognito, older AWS and Apple accounts. */
const isTrue = (value: unknown): boolean => value === true || (typeof value === 'string' && /^true$/i.test(value));

/** When the ID token has an address without 'verified', the userinfo response for the same address counts. */
const vouchedIn = (claims: Claims, more: Claims): Claims =>
  claims.email_verified === undefined && claims.email === more.email ? more : claims;

/** Claims of the ID token take precedence. `email` and `email_verified` come from the same source. */
export function identityOf(
  { roleClaim }: Pick<OidcConfig, 'roleClaim'>,
  claims: Claims & { iss: string; sub: string },
  more: Claims,
): Identity {
  const { email, email_verified } = typeof claims.email === 'string' ? vouchedIn(claims, more) : more;
  const isVerified = typeof email === 'string' && isTrue(email_verified);
  const name = [claims.name, more.name].find((each) => typeof each === 'string');
  const groups = groupsIn(claims, roleClaim);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: isVerified ? email.toLowerCase() : null,
    name: typeof name === 'string' ? name : null,
    groups: groups.length > 0 ? groups : groupsIn(more, roleClaim),
  };
}
