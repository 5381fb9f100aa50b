import { deliveryPurposes, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { checkModes } from '@upvigil/core/contract/check-options/request-names';
import { lastFaultSchema } from '@upvigil/core/contract/checks';
import { evidenceDocumentSchema } from '@upvigil/core/contract/evidence';
import { integerBetween } from '@upvigil/core/contract/fields/fields';
import { screenshotName } from '@upvigil/core/contract/files';
import { networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { automaticModes } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import { sentNoticesSchema } from '../../../alerts/expiry/notices.ts';
import { alertSubjects } from '../../../base/domain/problems.ts';
import { archivedSecrets } from '../../../storage/settings/secrets/monitor-secrets.ts';
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
  real,
  recentChecks,
  size,
  sketch,
  smallint,
  text,
  textUpTo,
  time,
} from './part-columns.ts';
import { type BackupTable, defineTable } from './parts/backup-table.ts';
import { incidentParts } from './parts/incident-parts.ts';
import { maintenanceParts } from './parts/maintenance-parts.ts';
import { tellingParts } from './parts/telling-parts.ts';
import { deliveryProblem, monitorProblem, rollupProblem } from './row-values.ts';

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
      automatic_incidents: nullable(oneOf(automaticModes)),
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
      told: nullable(jsonOf(sentNoticesSchema)),
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
      told: nullable(jsonOf(sentNoticesSchema)),
      alert_id: nullable(id),
    },
  }),
  ...incidentParts,
  ...maintenanceParts,
  ...tellingParts,
];
