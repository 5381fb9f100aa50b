import type { Scope } from './scopes.ts';

/** From least to most permissions. The owner is an admin. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Scopes of each role. Editors may also report deployments, as scripts do. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: ['write', 'deploy'],
  admin: ['admin'],
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: 'sees websites, monitors, checks and alerts; no settings and no backups',
  editor: 'also changes websites, monitors, alerts, incidents, maintenance and Slack',
  admin: 'does everything, including users and settings; cannot remove the owner',
};
