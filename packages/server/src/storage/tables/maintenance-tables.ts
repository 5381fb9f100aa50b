import { idSchema } from '@upvigil/core/contract/fields/fields';
import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { flag, generatedId, jsonOf, nullable, reference, since, text, textUpTo, time } from './columns.ts';
import { archived, type TableOf } from './table.ts';

/** Planned maintenance, once or repeated. */
const maintenance_windows = archived(
  {
    id: generatedId,
    /** JSON of the contract's window input. */
    content: jsonOf(maintenanceInput),
    /** Idempotency key of a start, by which a repeated start finds its run; null without one. */
    start_key: nullable(text),
    created_at: time,
    updated_at: time,
  },
  { key: ['id'], since: 2 },
);

export const taggedIdsSchema = z.array(idSchema);

const maintenance_runs = archived(
  {
    id: generatedId,
    window_id: reference('maintenance_windows'),
    starts_at: time,
    ends_at: time,
    /** JSON: ids of the monitors that the tags of its window covered when it started. Null before, and without tags. */
    tagged_ids: since(3, nullable(jsonOf(taggedIdsSchema))),
  },
  { key: ['id'], since: 2 },
);

/** Written updates of a run. */
const maintenance_updates = archived(
  {
    id: generatedId,
    run_id: reference('maintenance_runs'),
    body: textUpTo({ maxLength: limits.maintenance.bodyLength }),
    created_at: time,
  },
  { key: ['id'], since: 3 },
);

/** Deployment marks. */
const marks = archived(
  {
    id: generatedId,
    label: textUpTo(limits.mark),
    /** Null: all websites. */
    website_id: nullable(reference('websites')),
    url: nullable(textUpTo(limits.url)),
    at: time,
    public: flag,
    created_at: time,
  },
  { key: ['id'], since: 2 },
);

export const maintenanceTables = { maintenance_windows, maintenance_runs, maintenance_updates, marks };

export type MaintenanceWindowRow = Selectable<TableOf<typeof maintenance_windows>>;
export type MaintenanceRunRow = Selectable<TableOf<typeof maintenance_runs>>;
export type MaintenanceUpdateRow = Selectable<TableOf<typeof maintenance_updates>>;
export type MarkRow = Selectable<TableOf<typeof marks>>;
