import { z } from 'zod';
import {
  defaultRoleMayBe,
  defaultRoleSchema,
  domainsMayBe,
  domainsSchema,
  headerNameMayBe,
  headerNameSchema,
  issuerMayBe,
  issuerSchema,
  proxyAddressesMayBe,
  proxyAddressesSchema,
  roleMapMayBe,
  roleMapSchema,
  type SignOnRole,
  scopesMayBe,
  scopesSchema,
} from './sign-on-settings.ts';

/** An OpenID provider for sign-in. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Text of the button. */
  label: string;
  /** Allowed domains of email addresses; empty: all. */
  domains: readonly string[];
  /** Null: the default scopes. */
  scopes: readonly string[] | null;
  /** The claim with group names; null: roles are assigned here. */
  roleClaim: string | null;
  roleMap: Readonly<Record<string, SignOnRole>>;
  /** Role of users without a mapped one; null: only invited users may sign in. */
  defaultRole: SignOnRole | null;
}

/** A reverse proxy that authenticates users and sends their email address. */
export interface AuthProxyConfig {
  /** In lower case. */
  header: string;
  /** Whether a socket's address is a proxy's. */
  isProxy(address: string): boolean;
}

const text = (most: number) => z.string().max(most);

export const signOnVariables = {
  REQUIRE_SECOND_FACTOR: {
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
    mayBe: 'on or off',
    initial: false,
    isShown: true,
  },
  OIDC_ISSUER: { schema: issuerSchema, mayBe: issuerMayBe },
  OIDC_CLIENT_ID: { schema: text(500), mayBe: 'the name of this installation at the provider' },
  OIDC_CLIENT_SECRET: { schema: text(2000), mayBe: 'the secret that the provider gave', isSecret: true },
  OIDC_LABEL: {
    schema: text(60),
    mayBe: 'what the button says, at most 60 characters',
    initial: 'Single sign-on',
    isFreeText: true,
  },
  OIDC_DOMAINS: { schema: domainsSchema, mayBe: domainsMayBe, initial: [] },
  OIDC_SCOPES: { schema: scopesSchema, mayBe: scopesMayBe, isShown: true },
  OIDC_ROLE_CLAIM: { schema: text(200), mayBe: 'the claim that has the groups or roles of a person', isShown: true },
  OIDC_ROLE_MAP: { schema: roleMapSchema, mayBe: roleMapMayBe },
  OIDC_DEFAULT_ROLE: { schema: defaultRoleSchema, mayBe: defaultRoleMayBe, isShown: true },
  AUTH_PROXY_HEADER: { schema: headerNameSchema, mayBe: headerNameMayBe },
  AUTH_PROXY_FROM: { schema: proxyAddressesSchema, mayBe: proxyAddressesMayBe },
} as const;

type Name = keyof typeof signOnVariables;
type Read = <N extends Name>(name: N) => z.output<(typeof signOnVariables)[N]['schema']> | null;
/** Makes the error that aborts the start. */
type Refuse = (sentence: string) => Error;

/** Null if no provider is set up. Throws the error of `refuse` if the settings are incomplete. */
export function readOidc(read: Read, refuse: Refuse): OidcConfig | null {
  const values = { OIDC_ISSUER: read('OIDC_ISSUER'), OIDC_CLIENT_ID: read('OIDC_CLIENT_ID') };
  const clientSecret = read('OIDC_CLIENT_SECRET');
  if (Object.values(values).every((value) => value === null) && clientSecret === null) return null;
  const issuer = values.OIDC_ISSUER;
  const clientId = values.OIDC_CLIENT_ID;
  const roleClaim = read('OIDC_ROLE_CLAIM');
  const roleMap = read('OIDC_ROLE_MAP');
  if (issuer === null) throw refuse('OIDC_ISSUER is missing: without it nobody signs in with a provider');
  if (clientId === null) throw refuse('OIDC_CLIENT_ID is missing, which OIDC_ISSUER needs');
  if (clientSecret === null) throw refuse('OIDC_CLIENT_SECRET is missing, which OIDC_ISSUER needs');
  if (roleClaim === null && roleMap !== null) throw refuse('OIDC_ROLE_CLAIM is missing, which OIDC_ROLE_MAP needs');
  if (roleClaim !== null && roleMap === null) throw refuse('OIDC_ROLE_MAP is missing, which OIDC_ROLE_CLAIM needs');
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: read('OIDC_SCOPES'),
    roleClaim,
    roleMap: roleMap ?? {},
    label: read('OIDC_LABEL') ?? '',
    domains: read('OIDC_DOMAINS') ?? [],
    defaultRole: read('OIDC_DEFAULT_ROLE'),
  };
}

/** Null if no proxy is set up. Throws as `readOidc` does. */
export function readAuthProxy(read: Read, refuse: Refuse): AuthProxyConfig | null {
  const header = read('AUTH_PROXY_HEADER');
  const isProxy = read('AUTH_PROXY_FROM');
  if (header === null && isProxy === null) return null;
  if (isProxy === null) throw refuse('AUTH_PROXY_FROM is missing: anybody could send the header of AUTH_PROXY_HEADER');
  if (header === null) throw refuse('AUTH_PROXY_HEADER is missing, which AUTH_PROXY_FROM needs');
  return { header, isProxy };
}
