import type { AuditEvent } from '../contract/audit.ts';

/** Who changed it: 'owner', 'token Nightly'. */
export const auditActor = ({ actor }: Pick<AuditEvent, 'actor'>): string =>
  actor.kind === 'token' ? `token ${actor.name}` : actor.name;

/** What was changed: 'Shop', else 'website 3', else 'routing'. */
export const auditTarget = ({ target: { kind, id, name } }: Pick<AuditEvent, 'target'>): string =>
  name ?? (id === null ? kind.replaceAll('_', ' ') : `${kind.replaceAll('_', ' ')} ${id}`);
