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

/** An OpenID provider that people sign in with. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button. */
  label: string;
  /** Of email addresses; empty: all. */
  domains: readonly string[];
  /** Null: the usual ones. */
  scopes: readonly string[] | null;
  /** With names of groups; null: roles are given here. */
  roleClaim: string | null;
  roleMap: Readonly<Record<string, SignOnRole>>;
  /** Of who has no other; null: only who was invited enters. */
  defaultRole: SignOnRole | null;
}

/** A proxy that lets people in and says who they are. */
export interface AuthProxyConfig {
  /** In small letters. */
  header: string;
  /** Whether a socket's address is the proxy's. */
  isProxy(address: string): boolean;
}

const text = (most: number) => z.string().max(most);

/** The variables of signing in with others. */
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
/** Ends the start with a sentence. */
type Refuse = (sentence: string) => Error;

/** Null where none is set up. Throws what `refuse` makes when a part of it is missing. */
export function readOidc(read: Read, refuse: Refuse): OidcConfig | null {
  const values = { OIDC_ISSUER: read('OIDC_ISSUER'), OIDC_CLIENT_ID: read('OIDC_CLIENT_ID') };
  const clientSecret = read('OIDC_CLIENT_SECRET');
  if (Object.values(values).every((value) => value === null) && clientSecret === null) return null;
  const [issuer, clientId] = [values.OIDC_ISSUER, values.OIDC_CLIENT_ID];
  const [roleClaim, roleMap] = [read('OIDC_ROLE_CLAIM'), read('OIDC_ROLE_MAP')];
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

/** As before. */
export function readAuthProxy(read: Read, refuse: Refuse): AuthProxyConfig | null {
  const [header, isProxy] = [read('AUTH_PROXY_HEADER'), read('AUTH_PROXY_FROM')];
  if (header === null && isProxy === null) return null;
  if (isProxy === null) throw refuse('AUTH_PROXY_FROM is missing: anybody could send the header of AUTH_PROXY_HEADER');
  if (header === null) throw refuse('AUTH_PROXY_HEADER is missing, which AUTH_PROXY_FROM needs');
  return { header, isProxy };
}
