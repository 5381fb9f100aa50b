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
    /** Cause of the problem: 'HTTP 503'. Null on RECOVERED, and on alerts of older versions without it. */
    cause: since(2, nullable(text), causeInSentence),
    created_at: time,
    /** On the alert that opened a problem: its end. Null while it lasts, and on RECOVERED. */
    ended_at: nullable(time),
    /** On RECOVERED: the alert that it ends. */
    ends_alert_id: nullable(id),
    /** Replaces the message on public pages; null if the message may be published. */
    public_message: since(2, nullable(text)),
    /**
     * Time of the first failed check. Null, like the following fields, on RECOVERED and on alerts of older versions
     * without it.
     */
    began_at: since(2, nullable(time)),
    acknowledged_at: since(2, nullable(time)),
    acknowledged_by: since(2, nullable(text)),
    acknowledge_note: since(2, nullable(text)),
    severity: since(2, nullable(oneOf(severities))),
    /** Names of the matching route and of its policy. */
    route: since(2, nullable(text)),
    policy: since(2, nullable(text)),
    /** The deployment mark before an outage, as in messages: '42 s after v1.4.2'. Never public. */
    mark: since(2, nullable(text)),
    /** The maintenance run in which it began. */
    maintenance_run_id: since(2, nullable(id)),
  },
  { key: ['id'] },
);

/** The outbox and its history: one row for each alert, channel and recipient list. */
const deliveries = archived(
  {
    id: generatedId,
    alert_id: reference('alerts'),
    /** The kind of channel. */
    channel: oneOf(deliveryChannels),
    /** Null for a built-in channel, as is the name. Both outlive the deletion of a channel. */
    channel_id: since(2, nullable(id)),
    channel_name: since(2, nullable(text)),
    purpose: since(2, withDefault(oneOf(deliveryPurposes)), () => 'alert'),
    /** Step of its policy, counted from 0. */
    step: since(2, withDefault(count), () => 0),
    recipient: nullable(text),
    status: oneOf(deliveryStatuses),
    reason: nullable(text),
    attempts: withDefault(count),
    created_at: time,
    next_attempt_at: nullable(time),
    sent_at: nullable(time),
    /** The process that is sending it, which holds it until the lease ends. */
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

/** Sent notices of an expiry: days before it, or `late` for a late renewal. */
export const sentNoticesSchema = z.array(z.union([z.int().positive(), z.literal('late')]));

const certificates = archived(
  {
    id: generatedId,
    /** SHA-256 of the certificate, hex. */
    fingerprint: text,
    /** JSON: the certificate's names. */
    names: jsonOf(z.array(z.string())),
    issuer: text,
    valid_from: time,
    valid_to: time,
    first_seen_at: time,
    last_seen_at: time,
    /** JSON; null without notices. */
    told: nullable(jsonOf(sentNoticesSchema)),
    /** The open alert. */
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

/** Registered domains of targets, and the answers of their registries. */
const domains = archived(
  {
    name: textUpTo(limits.host),
    expires_at: nullable(time),
    /** Time of the registry's last answer. */
    asked_at: nullable(time),
    /** Time of the next query. */
    due_at: nullable(time),
    /** Reason for a missing date; null if there is one, or before the first query. */
    answer: nullable(text),
    /** As in `certificates`, like `alert_id`. */
    told: nullable(jsonOf(sentNoticesSchema)),
    alert_id: nullable(id),
  },
  { key: ['name'], since: 2 },
);

export const alertTables = { alerts, deliveries, evidence, certificates, monitor_certificates, domains };
