/** Scopes of a token. Each of the first four holds those before it; `backup` and `deploy` stand apart; `admin` holds all. */
export const scopes = ['read', 'check', 'write', 'backup', 'deploy', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Required access to an endpoint: none, a scope, or (`any`) each person who is signed in and each token, whatever it
 * is for.
 */
export type Access = 'public' | 'any' | Scope;

/** One line for each scope: what it lets one do. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: 'see websites, monitors, checks and alerts; no settings and no backups',
  check: 'also check at once what is watched',
  write: 'also change websites, monitors, alerts, incidents, maintenance and Slack',
  backup: 'create, list and download backups, and clean up all but the newest; it reads all data by that',
  deploy: 'set marks, start and end maintenance, and nothing else',
  admin: 'everything but changing users, passwords and tokens',
};

const held: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  check: ['read', 'check'],
  write: ['read', 'check', 'write'],
  backup: ['backup'],
  deploy: ['deploy'],
  admin: scopes,
};

/** Whether whoever has these scopes may call what has this access. */
export const mayUse = (owned: readonly Scope[], access: Access): boolean =>
  access === 'public' || access === 'any' || owned.some((scope) => held[scope].includes(access));

/** The scopes without those that another of them holds, in the order of the list. */
export const leastScopes = (owned: readonly Scope[]): Scope[] =>
  scopes.filter(
    (scope) => owned.includes(scope) && !owned.some((other) => other !== scope && held[other].includes(scope)),
  );

/** A token's scopes within those of its maker: a maker with fewer permissions has weaker tokens at once. */
export const cutScopes = (ofToken: readonly Scope[], ofMaker: readonly Scope[]): Scope[] =>
  leastScopes(scopes.filter((scope) => mayUse(ofToken, scope) && mayUse(ofMaker, scope)));

const listed = (owned: readonly Scope[]): string => (owned.length === 0 ? 'nothing' : owned.join(' and '));

/** Why a request is refused that came with a token. */
export const tooFewScopes = (owned: readonly Scope[], access: Access): string =>
  `This needs ${access}; this token has ${listed(owned)}`;

/** Why a request is refused of somebody whose role is for less. */
export const tooSmallRole = (owned: readonly Scope[], access: Access): string =>
  `This needs ${access}; your role has ${listed(owned)}`;

/** Why a token is refused where a person is wanted. */
export const needsPerson = 'This needs somebody who is signed in; a token may not do it';

/** How API tokens look, by which people and scanners of leaked secrets recognise them. Tokens of sessions look otherwise. */
export const apiTokenForm = /^upv_[0-9A-Za-z]{49}$/;
