import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { hoursQuery, idSchema, newestFirst, requiredText, timeSchema } from './fields/fields.ts';

/** `system`: the product itself. `local`: a command on the server's machine. */
export const actorKinds = ['owner', 'user', 'token', 'system', 'local'] as const;

const text = z.string().max(limits.auditText);

/** One changed field. Secrets are masked, long text is cut. */
const auditChangeSchema = z.object({ field: text, before: text.nullable(), after: text.nullable() });
export type AuditChange = z.output<typeof auditChangeSchema>;

export const auditEventSchema = z.object({
  id: idSchema,
  at: timeSchema,
  actor: z.object({ kind: z.enum(actorKinds), id: idSchema.nullable(), name: z.string() }),
  /** Client type: `browser`, `cli` or `api`; `local` for a command on the server's machine. */
  via: z.string(),
  ip: z.string().nullable(),
  /** As in 'monitor.update'. */
  action: z.string(),
  target: z.object({ kind: z.string(), id: idSchema.nullable(), name: z.string().nullable() }),
  changes: z.array(auditChangeSchema),
});
export type AuditEvent = z.output<typeof auditEventSchema>;

const filter = requiredText('Filter', limits.auditText).optional();

export const auditEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'Who changed what, newest first',
    query: hoursQuery(defaults.hours.audit).extend(newestFirst(defaults.auditLimit).shape).extend({
      /** An actor's kind or name. */
      actor: filter,
      /** An action or its first word: 'monitor.update', 'monitor'. */
      action: filter,
      /** The name of a changed object, or 'kind:id': 'website:3'. */
      target: filter,
    }),
    response: z.array(auditEventSchema),
  },
});
