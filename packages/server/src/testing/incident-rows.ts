import type { IncidentStatus } from '@upvigil/core/contract/incidents';
import type { Insertable } from 'kysely';
import {
  insertIncident,
  insertUpdate,
  isGeneral,
  setMonitors,
  settleIncident,
  setWebsites,
} from '../alerts/incidents/incident-store.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { testNow } from './rows.ts';

interface GivenIncident extends Partial<Insertable<Tables['incidents']>> {
  website_ids?: readonly number[];
  monitor_ids?: readonly number[];
  /** Oldest first. `at`: milliseconds since the epoch. */
  updates?: readonly { status: IncidentStatus; body?: string; at: number }[];
}

/** A published open incident that began at `testNow`, by default. Returns its id. */
export async function makeIncident(db: Database, given: GivenIncident = {}): Promise<number> {
  const { website_ids = [], monitor_ids = [], updates = [{ status: 'investigating', at: testNow }], ...row } = given;
  return db.transaction().execute(async (trx) => {
    const id = await insertIncident(trx, {
      title: 'Checkout fails',
      impact: 'major',
      state: 'published',
      origin: 'manual',
      started_at: testNow,
      resolved_at: null,
      updated_at: testNow,
      automatic_website_id: null,
      is_general: isGeneral({ website_ids, monitor_ids }),
      ...row,
    });
    for (const { at, status, body = 'We are on it.' } of updates) {
      await insertUpdate(trx, id, { status, body }, { origin: 'manual', display_at: at });
    }
    await setWebsites(trx, id, website_ids);
    await setMonitors(trx, id, monitor_ids);
    await settleIncident(trx, { id, started_at: row.started_at ?? testNow, updated_at: testNow }, testNow);
    return id;
  });
}
