import type { FastifyInstance } from 'fastify';
import { createAudit } from '../access/audit/audit.ts';
import { systemClock } from '../base/clock.ts';
import type { Database, InTransaction } from '../storage/database.ts';

/** A change without a request: a transaction without an audit event. */
export const changeOn =
  (db: Database): InTransaction =>
  (work) =>
    db.transaction().execute(work);

/** Gives routes that are mounted alone a `change` function. */
export function auditOn(app: FastifyInstance, db: Database): void {
  const fail = (fields: object, message: string): never => {
    throw new Error(message, { cause: fields });
  };
  app.decorate('audit', createAudit({ db, clock: systemClock, log: { error: fail } }));
}
