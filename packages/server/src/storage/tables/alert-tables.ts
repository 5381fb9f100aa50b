import { deliveryPurposes, deliveryStatuses } from '@upvigil/core/contract/alerts';
import { evidenceDocumentSchema } from '@upvigil/core/contract/evidence';
import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import { alertSubjects } from '../../base/domain/problems.ts';
import { causeInSentence } from '../migrations/cause-in-sentence.ts';
import {
  count,
  generatedId,
  id,
  jsonOf,
  nullable,
  oneOf,
  reference,
  since,
  text,
  textUpTo,
  time,
  withDefault,
} from './columns.ts';
import { archived } from './table.ts';

const alerts = archived(
  {
    id: generatedId,
    website_id: reference('websites'),
    monitor_id: reference('monitors'),
    alert_type: oneOf(alertTypes),
    problem: oneOf(alertSubjects),
    message: text,
    /** How we know of the problem: 'HTTP 503'. Null on RECOVERED, and where an older version stored none. */
    cause: since(2, nullable(text), causeInSentence),
    created_at: time,
    /** On the alert that opened a problem: when it ended. Null while it lasts, and on RECOVERED. */
    ended_at: nullable(time),
    /** On RECOVERED: the alert that it ends. */
    ends_alert_id: nullable(id),
    /** Public text in place of the message; null where the message may be published. */
    public_message: since(2, nullable(text)),
    /** When the first check failed that led to it. Null on RECOVERED, and where an older version stored none, as what follows. */
    began_at: since(2, nullable(time)),
    acknowledged_at: since(2, nullable(time)),
    acknowledged_by: since(2, nullable(text)),
    acknowledge_note: since(2, nullable(text)),
    severity: since(2, nullable(oneOf(severities))),
    /** Names of the route that decided, and of the policy. */
    route: since(2, nullable(text)),
    policy: since(2, nullable(text)),
    /** The change before an outage, as in messages: '42 s after v1.4.2'. Never public. */
    mark: since(2, nullable(text)),
    /** The maintenance in which it began. */
    maintenance_run_id: since(2, nullable(id)),
  },
  { key: ['id'] },
);

/** The outbox and its history: one row for each alert, channel and recipient list. */
const deliveries = archived(
  {
    id: generatedId,
    alert_id: reference('alerts'),
    /** Its kind. */
    channel: oneOf(deliveryChannels),
    /** Null for a built-in one, as its name. A channel that was deleted keeps both here. */
    channel_id: since(2, nullable(id)),
    channel_name: since(2, nullable(text)),
    purpose: since(2, withDefault(oneOf(deliveryPurposes)), () => 'alert'),
    /** Of its policy, counted from 0. */
    step: since(2, withDefault(count), () => 0),
    recipient: nullable(text),
    status: oneOf(deliveryStatuses),
    reason: nullable(text),
    attempts: withDefault(count),
    created_at: time,
    next_attempt_at: nullable(time),
    sent_at: nullable(time),
    /** The process that is sending it now, and until when no other may. */
    lease_owner: nullable(text),
    lease_until: nullable(time),
  },
  { key: ['id'] },
);

/** The recorded response to the check that raised or ended a problem. Deleted with its alert. */
const evidence = archived(
  {
    alert_id: reference('alerts'),
    monitor_id: reference('monitors'),
    taken_at: time,
    document: jsonOf(evidenceDocumentSchema),
  },
  { key: ['alert_id'], since: 2 },
);

/** The notices that were sent of something's end: days before it, or that a renewal is late. */
export const sentNoticesSchema = z.array(z.union([z.int().positive(), z.literal('late')]));

/** The certificates that servers showed. */
const certificates = archived(
  {
    id: generatedId,
    /** SHA-256 of the certificate, hex. */
    fingerprint: text,
    /** JSON: the names that it is for. */
    names: jsonOf(z.array(z.string())),
    issuer: text,
    valid_from: time,
    valid_to: time,
    first_seen_at: time,
    last_seen_at: time,
    /** JSON; null for no notice. */
    told: nullable(jsonOf(sentNoticesSchema)),
    /** The alert that lasts. */
    alert_id: nullable(id),
  },
  { key: ['id'], since: 2 },
);

/** Which monitor saw which certificate, and when. */
const monitor_certificates = archived(
  {
    monitor_id: reference('monitors'),
    certificate_id: reference('certificates'),
    first_seen_at: time,
    last_seen_at: time,
  },
  { key: ['monitor_id', 'certificate_id'], since: 2 },
);

/** Registered names of targets, and what their registries answered. */
const domains = archived(
  {
    name: textUpTo(limits.host),
    expires_at: nullable(time),
    /** When its registry answered last. */
    asked_at: nullable(time),
    /** When it is to be asked again. */
    due_at: nullable(time),
    /** Why no date is known; null where one is, or nobody asked yet. */
    answer: nullable(text),
    /** As of a certificate, as `alert_id`. */
    told: nullable(jsonOf(sentNoticesSchema)),
    alert_id: nullable(id),
  },
  { key: ['name'], since: 2 },
);

export const alertTables = { alerts, deliveries, evidence, certificates, monitor_certificates, domains };
