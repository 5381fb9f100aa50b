import { type Role, roles } from '@upvigil/core/contract/names/roles';
import type { SignOnError } from '@upvigil/core/contract/sign-on';

/** The operator's rules about roles and addresses. */
export interface IdentityRules {
  /** Domains of email addresses that may enter; empty: all. */
  domains: readonly string[];
  /** The claim with names of groups or roles, as 'groups' or 'realm_access.roles'; null: roles are given here. */
  roleClaim: string | null;
  /** Roles here by those names. */
  roleMap: Readonly<Record<string, Role>>;
  /** Of who has no other; null: only who was invited enters. */
  defaultRole: Role | null;
}

/** The claims that the provider confirms. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In small letters; null where the provider does not say that it is verified: then it is anybody's. */
  verifiedEmail: string | null;
  name: string | null;
  /** The values of the role claim. */
  groups: readonly string[];
}

/** A user as far as this decision goes. */
export interface KnownUser {
  id: number;
  status: 'invited' | 'active' | 'disabled';
  role: Role;
}

/** The decision about a sign-in, with its changes. */
export type IdentityDecision =
  | {
      is: 'in';
      /** Null: a user is made. */
      userId: number | null;
      /** Whether the identity is noted as this user's. */
      isLinked: boolean;
      role: Role;
      /** Sessions that are open end first. */
      endsSessions: boolean;
    }
  | { is: 'out'; why: SignOnError; endsSessionsOf: number | null };

/**
 * Judges who comes from the provider. `known`: whose identity it is; `byEmail`: who has the verified address. An identity is only
 * linked to an invitation, never to somebody who is active: who gets hold of an address at the provider must not get an account by it.
 */
export function judgeIdentity(
  rules: IdentityRules,
  identity: Identity,
  { known, byEmail }: { known: KnownUser | null; byEmail: KnownUser | null },
): IdentityDecision {
  const out = (why: SignOnError): IdentityDecision => ({ is: 'out', why, endsSessionsOf: known?.id ?? null });
  const mapped = mappedRole(rules, identity.groups);
  const isUnmapped = rules.roleClaim !== null && mapped === null;
  if (!isOfDomain(rules, identity)) return out('unknown');
  if (isUnmapped && rules.defaultRole === null) return out('no_role');
  const user = known ?? (byEmail?.status === 'invited' ? byEmail : null);
  if (user === null) {
    const mayJoin = rules.defaultRole !== null && identity.verifiedEmail !== null && byEmail === null;
    if (!mayJoin || rules.defaultRole === null) return out('unknown');
    return { is: 'in', userId: null, isLinked: false, role: mapped ?? rules.defaultRole, endsSessions: false };
  }
  if (user.status === 'disabled') return out('unknown');
  const role = rules.roleClaim === null ? user.role : (mapped ?? rules.defaultRole ?? user.role);
  return { is: 'in', userId: user.id, isLinked: known !== null, role, endsSessions: isUnmapped };
}

const isOfDomain = ({ domains }: IdentityRules, { verifiedEmail }: Identity): boolean =>
  domains.length === 0 ||
  (verifiedEmail !== null && domains.includes(verifiedEmail.slice(verifiedEmail.indexOf('@') + 1)));

/** The highest role that one of the groups gives. */
function mappedRole({ roleMap }: IdentityRules, groups: readonly string[]): Role | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roleMap, group) ? [roleMap[group]] : []));
  return roles.findLast((role) => given.includes(role)) ?? null;
}

/** The texts of a claim: one, or a list. 'realm_access.roles' is looked for by that name, then by its parts. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, roleClaim: string | null): string[] {
  if (roleClaim === null) return [];
  const found = Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : byPath(claims, roleClaim.split('.'));
  return (Array.isArray(found) ? found : [found]).filter((each) => typeof each === 'string');
}

const byPath = (claims: unknown, [first, ...rest]: readonly string[]): unknown => {
  if (first === undefined) return claims;
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, first)) return undefined;
  return byPath((claims as Record<string, unknown>)[first], rest);
};
