import { alertTypes } from '@upvigil/core/alert-types';
import { deliveryChannels, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { checkModes, monitorKinds } from '@upvigil/core/monitor-kinds/kind';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { passwordHashKey } from '../resources/auth/password-store.ts';
import { problems, type Tables } from '../storage/tables.ts';

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
  /** One line, parsed. */
  readonly row: z.ZodType<PartColumn[]>;
}

type ColumnsOf<Table extends PartTable> = { readonly [Column in keyof Selectable<Tables[Table]>]: z.ZodType };

const int32Limit = 2 ** 31;
const int16Limit = 2 ** 15;
const id = z.int().positive();
const bigint = z.int();
const int = z
  .int()
  .min(-int32Limit)
  .max(int32Limit - 1);
const smallint = z
  .int()
  .min(-int16Limit)
  .max(int16Limit - 1);
const count = int.min(0);
const flag = z.literal([0, 1], { error: 'must be 0 or 1' });
const real = z.number();
/** Neither database stores NUL in text. */
const text = z.string().refine((value) => !value.includes('\0'), { error: 'holds a NUL character' });
const json = text.refine(isJson, { error: 'is not JSON' });
const blob = z.base64();

const rollupColumns = {
  monitor_id: id,
  bucket_start: bigint,
  checks: count,
  failures: count,
  slow: count,
  sum_us: bigint,
  min_us: bigint.nullable(),
  max_us: bigint.nullable(),
  sketch: blob,
  status_counts: json.nullable(),
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
    columns: { id, name: text, description: text.nullable(), created_at: bigint },
  }),
  definePart('monitors', {
    key: ['id'],
    references: { website_id: 'websites' },
    columns: {
      id,
      website_id: id,
      kind: z.enum(monitorKinds),
      name: text.nullable(),
      target: text,
      port: int.nullable(),
      description: text.nullable(),
      metadata_tag: text.nullable(),
      metadata_value: text.nullable(),
      expected_response: text.nullable(),
      packet_loss_threshold: real.nullable(),
      check_mode: z.enum(checkModes).nullable(),
      timeout_seconds: real,
      check_interval_seconds: real,
      response_time_threshold_seconds: real,
      failure_threshold: int,
      enabled: flag,
      created_at: bigint,
      revision: int,
      is_up: flag.nullable(),
      last_check_id: id.nullable(),
      last_check_time: bigint.nullable(),
      outage_streak: count,
      slow_streak: count,
      metadata_streak: count,
      outage_alert_id: id.nullable(),
      slow_alert_id: id.nullable(),
      metadata_alert_id: id.nullable(),
      next_due_at: bigint.nullable(),
      lease_owner: text.nullable(),
      lease_until: bigint.nullable(),
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
      response_time_us: bigint.nullable(),
      status_code: smallint.nullable(),
      packet_loss: real.nullable(),
      metadata_found: flag.nullable(),
      error_message: text.nullable(),
      screenshot: text.nullable(),
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
      alert_type: z.enum(alertTypes),
      problem: z.enum(problems),
      message: text,
      created_at: bigint,
      ended_at: bigint.nullable(),
      ends_alert_id: id.nullable(),
    },
  }),
  definePart('deliveries', {
    key: ['id'],
    references: { alert_id: 'alerts' },
    columns: {
      id,
      alert_id: id,
      channel: z.enum(deliveryChannels),
      recipient: text.nullable(),
      status: z.enum(deliveryStatuses),
      reason: text.nullable(),
      attempts: count,
      created_at: bigint,
      next_attempt_at: bigint.nullable(),
      sent_at: bigint.nullable(),
      lease_owner: text.nullable(),
      lease_until: bigint.nullable(),
    },
  }),
  definePart('settings', {
    key: ['key'],
    references: {},
    columns: {
      key: text.refine((key) => key !== passwordHashKey, { error: 'is the password, which a backup never holds' }),
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
  const schemas: z.ZodType[] = Object.values(shape.columns);
  const references = Object.entries<PartTable>(shape.references as Record<string, PartTable>);
  return {
    table,
    file: `tables/${table}.ndjson`,
    columns,
    key: shape.key.map((column) => columns.indexOf(column)),
    blobs: schemas.flatMap((schema, index) => (schema === blob ? [index] : [])),
    references: references.map(([column, target]) => ({ column: columns.indexOf(column), table: target })),
    row: z.tuple(schemas as [z.ZodType, ...z.ZodType[]]) as unknown as z.ZodType<PartColumn[]>,
  };
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
