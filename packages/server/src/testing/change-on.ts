import type { FastifyInstance } from 'fastify';
import { createAudit } from '../access/audit/audit.ts';
import { systemClock } from '../base/clock.ts';
import type { Database, InTransaction } from '../storage/database.ts';

/** The change of no request: a transaction without an event. */
export const changeOn =
  (db: Database): InTransaction =>
  (work) =>
    db.transaction().execute(work);

/** Lets routes that are mounted without the rest of the program change something. */
export function auditOn(app: FastifyInstance, db: Database): void {
  const fail = (fields: object, message: string): never => {
    throw new Error(message, { cause: fields });
  };
  app.decorate('audit', createAudit({ db, clock: systemClock, log: { error: fail } }));
}
