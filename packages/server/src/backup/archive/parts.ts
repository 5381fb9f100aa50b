import { alertTypes } from '@upvigil/core/alert-types';
import { deliveryChannels } from '@upvigil/core/channel-kinds/names';
import { deliveryPurposes, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { lastFaultSchema } from '@upvigil/core/contract/checks';
import { evidenceDocumentSchema } from '@upvigil/core/contract/evidence';
import { integerBetween } from '@upvigil/core/contract/fields';
import { screenshotName } from '@upvigil/core/contract/files';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { reportInput } from '@upvigil/core/contract/reports';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { limits } from '@upvigil/core/limits';
import { checkModes } from '@upvigil/core/monitor-kinds/kind';
import { networkMonitorTypes } from '@upvigil/core/monitor-kinds/registry';
import { urlKind } from '@upvigil/core/monitor-kinds/url';
import { severities } from '@upvigil/core/routing/severity';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { alertSubjects } from '../../domain/problems.ts';
import { toldSchema } from '../../expiry/notices.ts';
import { archivedSecrets } from '../../settings/secrets/monitor-secrets.ts';
import type { Tables } from '../../storage/tables.ts';
import { installationKeys } from '../installation-keys.ts';
import { maintenanceShapes } from './maintenance-shapes.ts';
import {
  bySchema,
  count,
  flag,
  id,
  jsonOf,
  literalOne,
  nullable,
  numberIn,
  oneOf,
  type PartColumnRule,
  real,
  recentChecks,
  size,
  sketch,
  smallint,
  text,
  textUpTo,
  time,
} from './part-columns.ts';
import {
  channelProblem,
  deliveryProblem,
  monitorProblem,
  type RowProblem,
  rollupProblem,
  settingProblem,
} from './row-values.ts';

/**
 * Every table but those of sessions, links and holds, which belong to an installation and not to its data, and those that are made of
 * others, by the name that it is read by.
 */
export type BackupTableName = Exclude<
  keyof Tables,
  | 'sessions'
  | 'link_tokens'
  | 'holds'
  | 'stored_websites'
  | 'stored_monitors'
  | 'website_rollups'
  | 'website_rollup_ends'
>;
export type BackupColumn = string | number | null | Uint8Array;

/** One table in the archive: an NDJSON file whose lines are arrays, one value for each column. */
export interface BackupTable {
  readonly table: BackupTableName;
  readonly file: string;
  readonly columns: readonly string[];
  /** Indexes in `columns` of the primary key, by which lines are sorted. */
  readonly key: readonly number[];
  /** Indexes in `columns` of what is written as base64. */
  readonly blobs: readonly number[];
  /** Indexes in `columns` of what must be the id of a row of an earlier table. */
  readonly references: ReadonlyArray<{ column: number; table: BackupTableName }>;
  /** Checks one parsed line, and says what is wrong with it. */
  readonly row: z.ZodType;
  /** The same check, fast and without words. */
  readonly isRow: (value: unknown) => value is BackupColumn[];
}

type ColumnsOf<Table extends BackupTableName> = {
  readonly [Column in keyof Selectable<Tables[Table]>]: PartColumnRule;
};

const rollupColumns = {
  monitor_id: id,
  bucket_start: time,
  checks: count,
  failures: count,
  slow: count,
  sum_us: size,
  min_us: nullable(size),
  max_us: nullable(size),
  sketch,
  status_counts: nullable(jsonOf(z.record(z.string(), z.int().nonnegative()))),
  maintenance_checks: count,
  maintenance_failures: count,
};
const rollupShape = {
  key: ['bucket_start', 'monitor_id'],
  references: { monitor_id: 'monitors' },
  columns: rollupColumns,
  problem: rollupProblem,
} as const;

const percent = numberIn('Packet loss', limits.packetLossThresholdPercent, 'percent');

/** All tables, each after those that its rows refer to. They are written, read and restored in this order. */
export const parts: readonly BackupTable[] = [
  defineTable('websites', {
    key: ['id'],
    references: {},
    columns: {
      id,
      name: textUpTo(limits.name),
      description: nullable(textUpTo(limits.description)),
      created_at: time,
    },
  }),
  defineTable('monitors', {
    key: ['id'],
    problem: monitorProblem,
    references: { website_id: 'websites' },
    columns: {
      id,
      website_id: id,
      kind: oneOf([urlKind.type, ...networkMonitorTypes]),
      name: nullable(textUpTo(limits.name)),
      target: textUpTo(limits.url),
      port: nullable(bySchema(integerBetween('Port', limits.port))),
      description: nullable(textUpTo(limits.description)),
      metadata_tag: nullable(textUpTo(limits.metadata)),
      metadata_value: nullable(textUpTo(limits.metadata)),
      expected_response: nullable(textUpTo(limits.expectedResponse)),
      packet_loss_threshold: nullable(percent),
      check_mode: nullable(oneOf(checkModes)),
      timeout_seconds: real,
      check_interval_seconds: numberIn('Check interval', limits.checkIntervalSeconds, 'seconds'),
      response_time_threshold_seconds: numberIn('Slow threshold', limits.responseTimeThresholdSeconds, 'seconds'),
      failure_threshold: bySchema(integerBetween('Failure threshold', limits.failureThreshold, 'checks')),
      severity: nullable(oneOf(severities)),
      enabled: flag,
      created_at: time,
      revision: count,
      is_up: nullable(flag),
      last_check_id: nullable(id),
      last_check_time: nullable(time),
      recent_checks: nullable(recentChecks),
      last_fault: nullable(jsonOf(lastFaultSchema)),
      outage_streak: count,
      slow_streak: count,
      metadata_streak: count,
      outage_alert_id: nullable(id),
      slow_alert_id: nullable(id),
      metadata_alert_id: nullable(id),
      outage_began_at: nullable(time),
      next_due_at: nullable(time),
      lease_owner: nullable(text),
      options: nullable(text),
      secrets: nullable(jsonOf(archivedSecrets)),
    },
  }),
  defineTable('checks', {
    key: ['id'],
    references: { monitor_id: 'monitors' },
    columns: {
      id,
      monitor_id: id,
      checked_at: time,
      is_up: flag,
      response_time_us: nullable(size),
      status_code: nullable(smallint),
      packet_loss: nullable(percent),
      metadata_found: nullable(flag),
      error_message: nullable(text),
      screenshot: nullable(bySchema(screenshotName)),
      phases: nullable(size),
      in_maintenance: nullable(literalOne),
    },
  }),
  defineTable('rollups_quarter_hourly', rollupShape),
  defineTable('rollups_hourly', rollupShape),
  defineTable('rollups_daily', rollupShape),
  defineTable('alerts', {
    key: ['id'],
    references: { website_id: 'websites', monitor_id: 'monitors' },
    columns: {
      id,
      website_id: id,
      monitor_id: id,
      alert_type: oneOf(alertTypes),
      problem: oneOf(alertSubjects),
      message: text,
      cause: nullable(text),
      created_at: time,
      ended_at: nullable(time),
      ends_alert_id: nullable(id),
      public_message: nullable(text),
      began_at: nullable(time),
      acknowledged_at: nullable(time),
      acknowledged_by: nullable(text),
      acknowledge_note: nullable(text),
      severity: nullable(oneOf(severities)),
      route: nullable(text),
      policy: nullable(text),
      mark: nullable(text),
      maintenance_run_id: nullable(id),
    },
  }),
  defineTable('deliveries', {
    key: ['id'],
    problem: deliveryProblem,
    references: { alert_id: 'alerts' },
    columns: {
      id,
      alert_id: id,
      channel: oneOf(deliveryChannels),
      channel_id: nullable(id),
      channel_name: nullable(text),
      purpose: oneOf(deliveryPurposes),
      step: count,
      recipient: nullable(text),
      status: oneOf(deliveryStatuses),
      reason: nullable(text),
      attempts: count,
      created_at: time,
      next_attempt_at: nullable(time),
      sent_at: nullable(time),
      lease_owner: nullable(text),
      lease_until: nullable(time),
    },
  }),
  defineTable('evidence', {
    key: ['alert_id'],
    references: { alert_id: 'alerts', monitor_id: 'monitors' },
    columns: { alert_id: id, monitor_id: id, taken_at: time, document: jsonOf(evidenceDocumentSchema) },
  }),
  defineTable('certificates', {
    key: ['id'],
    references: {},
    columns: {
      id,
      fingerprint: text,
      names: jsonOf(z.array(z.string())),
      issuer: text,
      valid_from: time,
      valid_to: time,
      first_seen_at: time,
      last_seen_at: time,
      told: nullable(jsonOf(toldSchema)),
      alert_id: nullable(id),
    },
  }),
  defineTable('monitor_certificates', {
    key: ['monitor_id', 'certificate_id'],
    references: { monitor_id: 'monitors', certificate_id: 'certificates' },
    columns: { monitor_id: id, certificate_id: id, first_seen_at: time, last_seen_at: time },
  }),
  defineTable('domains', {
    key: ['name'],
    references: {},
    columns: {
      name: textUpTo(limits.host),
      expires_at: nullable(time),
      asked_at: nullable(time),
      due_at: nullable(time),
      answer: nullable(text),
      told: nullable(jsonOf(toldSchema)),
      alert_id: nullable(id),
    },
  }),
  defineTable('channels', {
    key: ['id'],
    problem: channelProblem,
    references: {},
    columns: {
      id,
      kind: oneOf(deliveryChannels),
      name: textUpTo(limits.channelName),
      enabled: flag,
      config: text,
      secrets: nullable(jsonOf(archivedSecrets)),
      created_at: time,
    },
  }),
  defineTable('channel_states', {
    key: ['ref'],
    references: {},
    columns: {
      ref: text,
      last_sent_at: nullable(time),
      failures: count,
      failing_since: nullable(time),
      last_error: nullable(text),
    },
  }),
  defineTable('messages', {
    key: ['id'],
    problem: deliveryProblem,
    references: {},
    columns: {
      id,
      purpose: oneOf(['drill', 'notice', 'report', 'announcement']),
      subject_id: nullable(id),
      channel: oneOf(deliveryChannels),
      channel_id: nullable(id),
      channel_name: nullable(text),
      recipient: nullable(text),
      content: jsonOf(z.unknown()),
      status: oneOf(deliveryStatuses),
      reason: nullable(text),
      attempts: count,
      created_at: time,
      next_attempt_at: nullable(time),
      sent_at: nullable(time),
      lease_owner: nullable(text),
      lease_until: nullable(time),
    },
  }),
  defineTable('silences', {
    key: ['id'],
    references: { website_id: 'websites', monitor_id: 'monitors' },
    columns: {
      id,
      website_id: nullable(id),
      monitor_id: nullable(id),
      until: time,
      reason: textUpTo(limits.silenceReason),
      created_at: time,
    },
  }),
  defineTable('drills', {
    key: ['id'],
    references: {},
    columns: {
      id,
      ref: text,
      recipient: nullable(text),
      sent_at: time,
      repeated_at: nullable(time),
      confirmed_at: nullable(time),
    },
  }),
  defineTable('notices', {
    key: ['id'],
    references: {},
    columns: { id, kind: oneOf(noticeKinds), subject: text, message: text, began_at: time, ended_at: nullable(time) },
  }),
  defineTable('reports', {
    key: ['id'],
    references: {},
    columns: {
      id,
      content: jsonOf(reportInput),
      next_at: nullable(time),
      last_sent_at: nullable(time),
      last_error: nullable(text),
    },
  }),
  defineTable('maintenance_windows', maintenanceShapes.windows),
  defineTable('maintenance_runs', maintenanceShapes.runs),
  defineTable('marks', maintenanceShapes.marks),
  defineTable('settings', {
    key: ['key'],
    problem: settingProblem,
    references: {},
    columns: {
      key: bySchema(
        text.schema.refine((key) => !installationKeys.has(key), {
          error: 'belongs to the installation, and no backup holds it',
        }),
      ),
      value: text,
    },
  }),
  defineTable('slack_settings', {
    key: ['website_id'],
    references: { website_id: 'websites' },
    columns: { website_id: id, value: jsonOf(slackSettingsSchema) },
  }),
];

function defineTable<Table extends BackupTableName>(
  table: Table,
  shape: {
    key: ReadonlyArray<keyof ColumnsOf<Table> & string>;
    references: { readonly [Column in keyof ColumnsOf<Table>]?: BackupTableName };
    columns: ColumnsOf<Table>;
    /** What is wrong with a row whose values are each fine by themselves. */
    problem?: (row: Selectable<Tables[Table]>) => RowProblem;
  },
): BackupTable {
  const columns = Object.keys(shape.columns);
  const rules: PartColumnRule[] = Object.values(shape.columns);
  const references = Object.entries<BackupTableName>(shape.references as Record<string, BackupTableName>);
  const problemOf = (values: readonly unknown[]): RowProblem => {
    if (!shape.problem) return null;
    const row: Record<string, unknown> = {};
    for (const [place, column] of columns.entries()) row[column] = values[place];
    // Each column was just parsed by its rule, which the compiler cannot see.
    return shape.problem(row as never);
  };
  const row = z.tuple(rules.map(({ schema }) => schema) as [z.ZodType, ...z.ZodType[]]);
  return {
    table,
    file: `tables/${table}.ndjson`,
    columns,
    key: shape.key.map((column) => columns.indexOf(column)),
    blobs: rules.flatMap((rule, index) => (rule === sketch ? [index] : [])),
    references: references.map(([column, target]) => ({ column: columns.indexOf(column), table: target })),
    row: row.superRefine((values, context) => {
      const problem = problemOf(values);
      if (problem)
        context.addIssue({ code: 'custom', path: [columns.indexOf(problem.column)], message: problem.message });
    }),
    isRow: (value): value is BackupColumn[] =>
      Array.isArray(value) &&
      value.length === rules.length &&
      rules.every(({ isValid }, place) => isValid(value[place])) &&
      problemOf(value) === null,
  };
}
