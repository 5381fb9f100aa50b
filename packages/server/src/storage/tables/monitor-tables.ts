import { checkModes } from '@upvigil/core/contract/check-options/request-names';
import { integerBetween } from '@upvigil/core/contract/fields/fields';
import { type MonitorKind, serviceTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import { severities } from '@upvigil/core/contract/names/alerts';
import { automaticModes } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { storedFaultSchema } from '../../base/domain/last-fault.ts';
import {
  bySchema,
  count,
  flag,
  generatedId,
  id,
  jsonOf,
  nullable,
  numberIn,
  oneOf,
  real,
  recentChecks,
  reference,
  sealedSecrets,
  signedCount,
  since,
  storedTags,
  text,
  textUpTo,
  time,
  withDefault,
} from './columns.ts';
import { archived, type TableOf, temporary } from './table.ts';

const websites = archived(
  {
    id: generatedId,
    name: textUpTo(limits.name),
    description: nullable(textUpTo(limits.description)),
    created_at: time,
    /** Null: the installation's setting applies. */
    automatic_incidents: since(2, nullable(oneOf(automaticModes))),
  },
  { key: ['id'] },
);

/** All kinds of monitors: target and options, last state, next check, and lease. */
const monitors = archived(
  {
    id: generatedId,
    website_id: reference('websites'),
    kind: oneOf<MonitorKind>([urlKind.type, ...serviceTypes]),
    /** The label of a URL; null without one. */
    name: nullable(textUpTo(limits.name)),
    /** The URL, or the host of a network monitor; empty for a heartbeat. */
    target: textUpTo(limits.url),
    port: nullable(
      bySchema(`whole number ${limits.port.min} to ${limits.port.max}`, integerBetween('Port', limits.port)),
    ),
    description: nullable(textUpTo(limits.description)),
    metadata_tag: nullable(textUpTo(limits.metadata)),
    metadata_value: nullable(textUpTo(limits.metadata)),
    expected_response: nullable(textUpTo(limits.expectedResponse)),
    /** In percent. */
    packet_loss_threshold: nullable(numberIn('Packet loss', limits.packetLossThresholdPercent, 'percent')),
    check_mode: nullable(oneOf(checkModes)),
    timeout_seconds: real,
    /** Of a heartbeat, the time between two due times. */
    check_interval_seconds: numberIn(
      'Check interval',
      { min: limits.checkIntervalSeconds.min, max: limits.heartbeat.periodSeconds.max },
      'seconds',
    ),
    response_time_threshold_seconds: numberIn('Slow threshold', limits.responseTimeThresholdSeconds, 'seconds'),
    failure_threshold: bySchema(
      `whole number ${limits.failureThreshold.min} to ${limits.failureThreshold.max}`,
      integerBetween('Failure threshold', limits.failureThreshold, 'checks'),
    ),
    /** Severity of all its alerts; null: by alert type. */
    severity: since(2, nullable(oneOf(severities))),
    enabled: flag,
    created_at: time,
    /** Grows with every edit. A check that started before an edit has an older revision and is dropped. */
    revision: withDefault(count),

    /** The last state; null before the first check and after an edit of the target. */
    is_up: nullable(flag),
    last_check_id: nullable(id),
    last_check_time: nullable(time),
    /** Encoded as in recent-checks.ts. */
    recent_checks: since(2, nullable(recentChecks)),
    /** JSON; see last-fault.ts. */
    last_fault: since(2, nullable(jsonOf(storedFaultSchema))),

    /** See `ProblemStreaks`; and the open alert for each problem. */
    outage_streak: withDefault(signedCount),
    slow_streak: withDefault(signedCount),
    metadata_streak: withDefault(signedCount),
    outage_alert_id: nullable(id),
    slow_alert_id: nullable(id),
    metadata_alert_id: nullable(id),
    /**
     * Time of the first failed check of the current row; null if the last check was up, and if an older version stored
     * none.
     */
    outage_began_at: since(2, nullable(time)),

    /** Time of the next check, so that a restart keeps the schedule. */
    next_due_at: nullable(time),
    /** The worker process that checks this monitor. The lease holds while its row in `workers` is fresh. */
    lease_owner: nullable(text),

    /** JSON of the request options and assertions (contract/check-options); null if all are defaults. */
    options: since(2, nullable(text)),
    /** JSON of encrypted secrets by the name of the option's field; null without any. */
    secrets: since(2, nullable(sealedSecrets)),

    /** The monitor on which it depends, of any website. Backups may refer to later rows, and so to none. */
    parent_id: since(3, nullable(id)),
    /** Between blanks, so that SQL finds whole tags: ' db env:prod '. Empty without any. */
    tags: since(3, withDefault(storedTags), () => ''),
    /** Number of consecutive successful checks that end a problem. */
    recovery_threshold: since(
      3,
      withDefault(
        bySchema(
          `whole number ${limits.recoveryThreshold.min} to ${limits.recoveryThreshold.max}`,
          integerBetween('Recovery threshold', limits.recoveryThreshold, 'checks'),
        ),
      ),
      () => 1,
    ),
  },
  { key: ['id'] },
);

/** The workers that share one PostgreSQL. Times are those of the database's clock. */
const workers = temporary({
  id: text,
  seen_at: time,
  /** JSON of its commands, as in GET /commands; null for a worker of an older version. */
  commands: nullable(text),
});

export const monitorTables = { websites, monitors, workers };

export type WebsiteTable = TableOf<typeof websites>;
export type MonitorTable = TableOf<typeof monitors>;
