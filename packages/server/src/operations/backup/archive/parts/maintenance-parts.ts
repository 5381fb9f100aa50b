import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { flag, id, jsonOf, nullable, text, textUpTo, time } from '../part-columns.ts';
import { type BackupTable, defineTable } from './backup-table.ts';

/** Maintenance, when it takes place, and marks. */
export const maintenanceParts: readonly BackupTable[] = [
  defineTable('maintenance_windows', {
    key: ['id'],
    references: {},
    columns: { id, content: jsonOf(maintenanceInput), start_key: nullable(text), created_at: time, updated_at: time },
  }),
  defineTable('maintenance_runs', {
    key: ['id'],
    references: { window_id: 'maintenance_windows' },
    columns: { id, window_id: id, starts_at: time, ends_at: time },
  }),
  defineTable('marks', {
    key: ['id'],
    references: { website_id: 'websites' },
    columns: {
      id,
      label: textUpTo(limits.mark),
      website_id: nullable(id),
      url: nullable(textUpTo(limits.url)),
      at: time,
      public: flag,
      created_at: time,
    },
  }),
];
