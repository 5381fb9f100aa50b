import type { AuditAction } from '@upvigil/core/contract/audit-actions';
import type { Tables } from '../../storage/tables.ts';

type KindOf<Action> = Action extends `${infer Kind}.${string}` ? Kind : never;
export type AuditedKind = KindOf<AuditAction>;

/** The row of an audited object: by its id or its website's id; for settings, by key. */
export type AuditTarget =
  | { table: keyof Tables; column: 'id' | 'website_id' }
  | { table: 'settings'; column: 'key'; key: string }
  | null;

const byId = (table: keyof Tables): AuditTarget => ({ table, column: 'id' });
const byKey = (key: string): AuditTarget => ({ table: 'settings', column: 'key', key });

/** Null: the object has no row. */
export const auditTargets: Readonly<Record<AuditedKind, AuditTarget>> = {
  session: null,
  password: null,
  backup: null,
  drill: null,
  check: null,
  second_factor: null,
  totp: null,
  recovery_codes: null,
  device: null,
  passkey: byId('passkeys'),
  user: byId('users'),
  token: byId('api_tokens'),
  share_link: byId('share_links'),
  website: byId('stored_websites'),
  monitor: byId('stored_monitors'),
  alert: byId('alerts'),
  mute: byId('silences'),
  incident: byId('incidents'),
  incident_update: byId('incident_updates'),
  incident_templates: byKey('incident_templates'),
  mark: byId('marks'),
  maintenance: byId('maintenance_windows'),
  maintenance_run: byId('maintenance_runs'),
  maintenance_update: byId('maintenance_updates'),
  notification_settings: byKey('notifications'),
  public_pages: byKey('public_pages'),
  general_settings: byKey('general'),
  backup_schedule: byKey('backup_schedule'),
  routing: byKey('routing'),
  branding: byKey('branding'),
  slack: { table: 'slack_settings', column: 'website_id' },
  channel: byId('channels'),
  report: byId('reports'),
};
