/**
 * Scopes of a token. Each of the first four includes those before it. `backup` and `deploy` are separate; `admin`
 * includes all.
 */
export const scopes = ['read', 'check', 'write', 'backup', 'deploy', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Access that an endpoint requires: none, a scope, or (`any`) any signed-in person and any token. */
export type Access = 'public' | 'any' | Scope;

/** What each scope allows. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: 'see websites, monitors, checks and alerts; no settings and no backups',
  check: 'also check monitors at once',
  write: 'also change websites, monitors, alerts, incidents, maintenance and Slack',
  backup: 'create, list and download backups, and delete old ones; a backup contains all data',
  deploy: 'set marks, start and end maintenance, and nothing else',
  admin: 'everything except changing users, passwords and tokens',
};

const held: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  check: ['read', 'check'],
  write: ['read', 'check', 'write'],
  backup: ['backup'],
  deploy: ['deploy'],
  admin: scopes,
};

export const mayUse = (owned: readonly Scope[], access: Access): boolean =>
  access === 'public' || access === 'any' || owned.some((scope) => held[scope].includes(access));

/** Drops scopes that another one includes. Keeps the order of the list. */
export const leastScopes = (owned: readonly Scope[]): Scope[] =>
  scopes.filter(
    (scope) => owned.includes(scope) && !owned.some((other) => other !== scope && held[other].includes(scope)),
  );

/** Limits a token's scopes to those of its creator, so that a demotion weakens their tokens at once. */
export const cutScopes = (ofToken: readonly Scope[], ofMaker: readonly Scope[]): Scope[] =>
  leastScopes(scopes.filter((scope) => mayUse(ofToken, scope) && mayUse(ofMaker, scope)));

const listed = (owned: readonly Scope[]): string => (owned.length === 0 ? 'nothing' : owned.join(' and '));

/** The error for a token without the needed scope. */
export const tooFewScopes = (owned: readonly Scope[], access: Access): string =>
  `This needs ${access}; this token has ${listed(owned)}`;

/** The error for a person whose role is too small. */
export const tooSmallRole = (owned: readonly Scope[], access: Access): string =>
  `This needs ${access}; your role has ${listed(owned)}`;

/** The error for a token where a person is required. */
export const needsPerson = 'This needs a signed-in person: a token is not enough';

/** Format of API tokens, by which people and secret scanners recognise them. Session tokens have another one. */
export const apiTokenForm = /^upv_[0-9A-Za-z]{49}$/;
