import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { flag, id, jsonOf, nullable, text, textUpTo, time } from './part-columns.ts';

/** The tables of maintenance and marks: what a row of each may be. */
export const maintenanceShapes = {
  windows: {
    key: ['id'],
    references: {},
    columns: { id, content: jsonOf(maintenanceInput), start_key: nullable(text), created_at: time, updated_at: time },
  },
  runs: {
    key: ['id'],
    references: { window_id: 'maintenance_windows' },
    columns: { id, window_id: id, starts_at: time, ends_at: time },
  },
  marks: {
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
  },
} as const;
