import { alertTypes } from '@upvigil/core/alert-types';
import { deliveryChannels, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { checkModes, monitorKinds } from '@upvigil/core/monitor-kinds/kind';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { passwordHashKey } from '../resources/auth/password-store.ts';
import { problems, type Tables } from '../storage/tables.ts';
import {
  bigint,
  blob,
  bySchema,
  count,
  flag,
  id,
  int,
  json,
  nullable,
  oneOf,
  type PartColumnRule,
  real,
  smallint,
  text,
} from './part-columns.ts';

/** Every table but the sessions, which belong to an installation and not to its data. */
export type PartTable = Exclude<keyof Tables, 'sessions'>;
export type PartColumn = string | number | null | Uint8Array;

/** One table in the archive: an NDJSON file whose lines are arrays, one value for each column. */
export interface Part {
  readonly table: PartTable;
  readonly file: string;
  readonly columns: readonly string[];
  /** Places in `columns` of the primary key, by which lines are sorted. */
  readonly key: readonly number[];
  /** Places in `columns` of what travels as base64. */
  readonly blobs: readonly number[];
  /** Places in `columns` of what must be an id of an earlier part. */
  readonly references: ReadonlyArray<{ column: number; table: PartTable }>;
  /** One line, parsed; says what is wrong with it. */
  readonly row: z.ZodType;
  /** The same rule, quickly. */
  readonly isRow: (value: unknown) => value is PartColumn[];
}

type ColumnsOf<Table extends PartTable> = { readonly [Column in keyof Selectable<Tables[Table]>]: PartColumnRule };

const rollupColumns = {
  monitor_id: id,
  bucket_start: bigint,
  checks: count,
  failures: count,
  slow: count,
  sum_us: bigint,
  min_us: nullable(bigint),
  max_us: nullable(bigint),
  sketch: blob,
  status_counts: nullable(json),
};
const rollupShape = {
  key: ['bucket_start', 'monitor_id'],
  references: { monitor_id: 'monitors' },
  columns: rollupColumns,
} as const;

/** All parts, each after those that its rows refer to. Rows are read, written and restored in this order. */
export const parts: readonly Part[] = [
  definePart('websites', {
    key: ['id'],
    references: {},
    columns: { id, name: text, description: nullable(text), created_at: bigint },
  }),
  definePart('monitors', {
    key: ['id'],
    references: { website_id: 'websites' },
    columns: {
      id,
      website_id: id,
      kind: oneOf(monitorKinds),
      name: nullable(text),
      target: text,
      port: nullable(int),
      description: nullable(text),
      metadata_tag: nullable(text),
      metadata_value: nullable(text),
      expected_response: nullable(text),
      packet_loss_threshold: nullable(real),
      check_mode: nullable(oneOf(checkModes)),
      timeout_seconds: real,
      check_interval_seconds: real,
      response_time_threshold_seconds: real,
      failure_threshold: int,
      enabled: flag,
      created_at: bigint,
      revision: int,
      is_up: nullable(flag),
      last_check_id: nullable(id),
      last_check_time: nullable(bigint),
      outage_streak: count,
      slow_streak: count,
      metadata_streak: count,
      outage_alert_id: nullable(id),
      slow_alert_id: nullable(id),
      metadata_alert_id: nullable(id),
      next_due_at: nullable(bigint),
      lease_owner: nullable(text),
      lease_until: nullable(bigint),
    },
  }),
  definePart('checks', {
    key: ['id'],
    references: { monitor_id: 'monitors' },
    columns: {
      id,
      monitor_id: id,
      checked_at: bigint,
      is_up: flag,
      response_time_us: nullable(bigint),
      status_code: nullable(smallint),
      packet_loss: nullable(real),
      metadata_found: nullable(flag),
      error_message: nullable(text),
      screenshot: nullable(text),
    },
  }),
  definePart('rollups_quarter_hourly', rollupShape),
  definePart('rollups_hourly', rollupShape),
  definePart('rollups_daily', rollupShape),
  definePart('alerts', {
    key: ['id'],
    references: { website_id: 'websites', monitor_id: 'monitors' },
    columns: {
      id,
      website_id: id,
      monitor_id: id,
      alert_type: oneOf(alertTypes),
      problem: oneOf(problems),
      message: text,
      created_at: bigint,
      ended_at: nullable(bigint),
      ends_alert_id: nullable(id),
    },
  }),
  definePart('deliveries', {
    key: ['id'],
    references: { alert_id: 'alerts' },
    columns: {
      id,
      alert_id: id,
      channel: oneOf(deliveryChannels),
      recipient: nullable(text),
      status: oneOf(deliveryStatuses),
      reason: nullable(text),
      attempts: count,
      created_at: bigint,
      next_attempt_at: nullable(bigint),
      sent_at: nullable(bigint),
      lease_owner: nullable(text),
      lease_until: nullable(bigint),
    },
  }),
  definePart('settings', {
    key: ['key'],
    references: {},
    columns: {
      key: bySchema(
        text.schema.refine((key) => key !== passwordHashKey, { error: 'is the password, which a backup never holds' }),
      ),
      value: json,
    },
  }),
  definePart('slack_settings', {
    key: ['website_id'],
    references: { website_id: 'websites' },
    columns: { website_id: id, value: json },
  }),
];

function definePart<Table extends PartTable>(
  table: Table,
  shape: {
    key: ReadonlyArray<keyof ColumnsOf<Table> & string>;
    references: { readonly [Column in keyof ColumnsOf<Table>]?: PartTable };
    columns: ColumnsOf<Table>;
  },
): Part {
  const columns = Object.keys(shape.columns);
  const rules: PartColumnRule[] = Object.values(shape.columns);
  const references = Object.entries<PartTable>(shape.references as Record<string, PartTable>);
  return {
    table,
    file: `tables/${table}.ndjson`,
    columns,
    key: shape.key.map((column) => columns.indexOf(column)),
    blobs: rules.flatMap((rule, index) => (rule === blob ? [index] : [])),
    references: references.map(([column, target]) => ({ column: columns.indexOf(column), table: target })),
    row: z.tuple(rules.map(({ schema }) => schema) as [z.ZodType, ...z.ZodType[]]),
    isRow: (value): value is PartColumn[] =>
      Array.isArray(value) &&
      value.length === rules.length &&
      rules.every(({ isValid }, place) => isValid(value[place])),
  };
}
