import type { Scope } from './scopes.ts';

/** Roles of users, from least to most permissions. The owner is an admin. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What each role may call. Whoever edits may say of a deployment what a script may. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: ['write', 'deploy'],
  admin: ['admin'],
};

/** One line for each role. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: 'sees websites, monitors, checks and alerts; no settings and no backups',
  editor: 'also changes websites, monitors, alerts, incidents, maintenance and Slack',
  admin: 'does everything, users and settings too; the owner cannot be removed',
};
