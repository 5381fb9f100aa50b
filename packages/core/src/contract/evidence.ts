import * as z from 'zod';
import { idSchema, secondsOrNull, timeSchema } from './fields/fields.ts';
import { phasesSchema } from './phases.ts';

const namedValue = z.object({ name: z.string(), value: z.string() });
export type NamedValue = z.output<typeof namedValue>;

/** A certificate as the server sent it. */
const shownCertificate = z.object({
  subject: z.string(),
  names: z.array(z.string()),
  issuer: z.string(),
  valid_from: timeSchema.nullable(),
  valid_to: timeSchema.nullable(),
  /** SHA-256, hex. */
  fingerprint: z.string(),
});

/** One of the previous checks. */
const earlierCheck = z.object({
  checked_at: timeSchema,
  is_up: z.boolean(),
  status_code: z.int().nullable(),
  response_time: secondsOrNull,
  error_message: z.string().nullable(),
});

/**
 * The recorded response to a check. Null members were not there: no response, no name to resolve. Possible secrets are
 * replaced by `[removed]`. Of redirects it has the last request, with the phases of all.
 */
export const evidenceDocumentSchema = z.object({
  is_up: z.boolean(),
  /** The reason for the failure. */
  error_message: z.string().nullable(),
  request: z.object({ method: z.string(), url: z.string(), headers: z.array(namedValue) }).nullable(),
  /** The resolver's answer, in its order. */
  resolved: z.object({ name: z.string(), addresses: z.array(z.string()) }).nullable(),
  /** The remote address: '192.0.2.1:443'. */
  address: z.string().nullable(),
  response_time: secondsOrNull,
  /** To the microsecond. */
  phases: phasesSchema.nullable(),
  status_line: z.string().nullable(),
  headers: z.array(namedValue),
  /** The first 2 KB, decompressed. */
  body: z.string().nullable(),
  /** Of a command: the first 10 KB. Older evidence has none. */
  output: z.string().nullable().default(null),
  certificate: shownCertificate.nullable(),
  /** In percent. */
  packet_loss: z.number().min(0).max(100).nullable(),
  /** Always null: there are no locations yet. */
  location: z.string().nullable(),
  /** Up to ten, newest first. */
  checks_before: z.array(earlierCheck),
});
export type EvidenceDocument = z.output<typeof evidenceDocumentSchema>;

/** The recorded response to the check that raised an alert. */
export const evidenceSchema = evidenceDocumentSchema.extend({
  alert_id: idSchema,
  taken_at: timeSchema,
  /** Screenshot of the check; null without one. */
  screenshot_path: z.string().nullable(),
});
export type Evidence = z.output<typeof evidenceSchema>;
