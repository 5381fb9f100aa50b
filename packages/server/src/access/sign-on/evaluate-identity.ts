import { type Role, roles } from '@upvigil/core/contract/names/roles';
import type { SignOnError } from '@upvigil/core/contract/sign-on';

/** The operator's rules about roles and addresses. */
export interface IdentityRules {
  /** Allowed domains of email addresses; empty: all. */
  domains: readonly string[];
  /**
   * The claim with the names of groups or roles, such as 'groups' or 'realm_access.roles'; null: roles are set in
   * Upvigil.
   */
  roleClaim: string | null;
  /** Roles by group name. */
  roleMap: Readonly<Record<string, Role>>;
  /** The role without a matching group. Null: only invited users are admitted. */
  defaultRole: Role | null;
}

/** The claims that the provider confirms. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; null when the provider does not confirm it, because then anybody could claim it. */
  verifiedEmail: string | null;
  name: string | null;
  /** The values of the role claim. */
  groups: readonly string[];
}

/** The fields of a user that the decision needs. */
export interface KnownUser {
  id: number;
  status: 'invited' | 'active' | 'disabled';
  role: Role;
}

export type IdentityDecision =
  | {
      is: 'in';
      /** Null: create a user. */
      userId: number | null;
      /** Whether to store the identity with this user. */
      isLinked: boolean;
      role: Role;
      /** Whether to end the user's open sessions first. */
      endsSessions: boolean;
    }
  | { is: 'out'; why: SignOnError; endsSessionsOf: number | null };

/**
 * Decides about a person from the provider. `known`: the user with this identity; `byEmail`: the user with the
 * verified address. Links an identity to an invited user only, never to an active one: control of an address at the
 * provider must not give access to an existing account.
 */
export function evaluateIdentity(
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

/** The highest role of these groups. */
function mappedRole({ roleMap }: IdentityRules, groups: readonly string[]): Role | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roleMap, group) ? [roleMap[group]] : []));
  return roles.findLast((role) => given.includes(role)) ?? null;
}

/** The texts of a claim: one, or a list. Looks for 'realm_access.roles' by that name first, then by its parts. */
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
