import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';

/** In the order in which they are shown. */
export const diagnosticIds = [
  'smtp',
  'sms',
  'slack',
  'dns',
  'tls',
  'icmp',
  'chromium',
  'commands',
  'proxy',
  'clock',
  'disk',
  'database',
  'wal',
  'folder',
  'descriptors',
  'scheduler',
  'outbox',
  'backup',
] as const;
export type DiagnosticId = (typeof diagnosticIds)[number];

const diagnosticStatuses = ['ok', 'warn', 'fail', 'skipped'] as const;
export type DiagnosticStatus = (typeof diagnosticStatuses)[number];

/** The result of one diagnostic. `remedy`: what to do, null if nothing. `took_ms`: whole milliseconds. */
export const diagnosticSchema = z.object({
  id: z.enum(diagnosticIds),
  title: z.string(),
  status: z.enum(diagnosticStatuses),
  message: z.string(),
  remedy: z.string().nullable(),
  took_ms: z.int().nonnegative(),
  /** Results are cached for a while. */
  checked_at: timeSchema,
});
export type DiagnosticResult = z.output<typeof diagnosticSchema>;

const idList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(diagnosticIds, { error: inputMessages.choice('only', diagnosticIds) })));

export const diagnosticsEndpoints = defineEndpoints({
  run: {
    method: 'GET',
    path: '/diagnostics',
    access: 'admin',
    waits: true,
    summary: 'Runs the diagnostics, or only some by their ids; results are kept for 30 seconds',
    query: z.object({
      only: idList.optional(),
      /** Also reads the whole database or backup; takes up to a minute if it is large. */
      deep: z
        .enum(['true', 'false'], { error: inputMessages.choice('deep', ['true', 'false']) })
        .transform((text) => text === 'true')
        .default(false),
    }),
    response: z.array(diagnosticSchema),
  },
  bundle: {
    method: 'GET',
    path: '/diagnostics/bundle',
    access: 'admin',
    transport: 'download',
    summary: 'A support bundle: results, settings without secrets, counts, metrics and log, names replaced by aliases',
    response: z.unknown(),
  },
});
