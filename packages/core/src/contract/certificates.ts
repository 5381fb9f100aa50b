import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, timeSchema } from './fields/fields.ts';
import { serviceTypes } from './monitor-kinds/registry.ts';

/** A monitor whose target has a certificate or a registered domain. */
const watchingMonitor = z.object({
  monitor_id: idSchema,
  kind: z.enum(['URL', ...serviceTypes]),
  website_id: idSchema,
  website_name: z.string(),
  /** A URL without credentials, or the name of a network monitor. */
  name: z.string(),
});
export type WatchingMonitor = z.output<typeof watchingMonitor>;

/** `expiring`: an alert is due by the settings. `unknown`: no expiry date is known. */
const expiryStates = ['valid', 'expiring', 'expired', 'unknown'] as const;
export type ExpiryState = (typeof expiryStates)[number];

/** A certificate that enabled monitors see now. Its fields are untrusted text. */
const certificateSchema = z.object({
  /** SHA-256, hex. */
  fingerprint: z.string(),
  names: z.array(z.string()),
  issuer: z.string(),
  valid_from: timeSchema,
  valid_to: timeSchema,
  /** Whole days; negative after the expiry. */
  days_left: z.int(),
  state: z.enum(expiryStates).exclude(['unknown']),
  first_seen_at: timeSchema,
  last_seen_at: timeSchema,
  /** Registered domain of the certificate's first name; null if there is none (an IP address). */
  domain: z.string().nullable(),
  monitors: z.array(watchingMonitor),
});
export type Certificate = z.output<typeof certificateSchema>;

/** A registered domain, as its registry published it. */
const domainSchema = z.object({
  name: z.string(),
  /** Null if unknown. */
  expires_at: timeSchema.nullable(),
  days_left: z.int().nullable(),
  state: z.enum(expiryStates),
  /** Time of the registry's last answer. */
  asked_at: timeSchema.nullable(),
  /** The reason for a missing date: 'not published'. */
  answer: z.string().nullable(),
  monitors: z.array(watchingMonitor),
});
export type Domain = z.output<typeof domainSchema>;

export const certificateEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/certificates',
    access: 'read',
    summary: 'The certificates that servers show to enabled monitors, the soonest to expire first',
    response: z.array(certificateSchema),
  },
  listDomains: {
    method: 'GET',
    path: '/domains',
    access: 'read',
    summary: 'The domains of enabled monitors, the soonest to expire first; none while domains are not watched',
    response: z.object({ is_enabled: z.boolean(), domains: z.array(domainSchema) }),
  },
});
