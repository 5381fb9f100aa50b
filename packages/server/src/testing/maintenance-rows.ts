import { type MaintenanceInput, maintenanceInput } from '@upvigil/core/contract/maintenance';
import { insertRuns } from '../alerts/maintenance/run-store.ts';
import { insertWindow } from '../alerts/maintenance/window-store.ts';
import type { Database } from '../storage/database.ts';
import { testNow } from './rows.ts';

interface GivenWindow extends Partial<MaintenanceInput> {
  /** Milliseconds since the epoch. */
  created_at?: number;
}

/** A public window with these runs, which need not follow from its times. Returns the ids of the window and its runs. */
export async function makeWindow(
  db: Database,
  given: GivenWindow,
  ...runs: { starts_at: number; ends_at: number }[]
): Promise<{ id: number; runIds: number[] }> {
  const { created_at = testNow - 86_400_000, ...input } = given;
  const content = maintenanceInput.parse({
    title: 'Move of the database',
    body: 'We *move* it.',
    public: true,
    starts_at: '2026-03-10T12:00',
    duration_minutes: 60,
    ...input,
  });
  const id = await insertWindow(db, content, { start_key: null, now: created_at });
  await insertRuns(db, id, runs);
  const rows = await db
    .selectFrom('maintenance_runs')
    .select('id')
    .where('window_id', '=', id)
    .orderBy('starts_at')
    .execute();
  return { id, runIds: rows.map((row) => row.id) };
}
