import { z } from 'zod';

/** A run that started and did not end. Times in milliseconds since the epoch. */
export interface OpenRun {
  /** Distinguishes overlapping runs; null without. */
  rid: string | null;
  started_at: number;
  must_end_by: number;
}

interface LastRun {
  /** Null without a start. */
  started_at: number | null;
  /** Null while it runs, and if it did not finish. */
  ended_at: number | null;
  code: number | null;
  runtime_ms: number | null;
}

/** Stored state of a heartbeat. Times in milliseconds since the epoch. */
export interface RunState {
  /** The next due time without a run; null before the first ping, and while disabled. */
  due_at: number | null;
  /** The due time before `due_at`. */
  past_due_at: number | null;
  open: OpenRun[];
  last_run: LastRun | null;
  /** Runs outside the window of their due time, up to three in a row: how many quarters of an hour each was late. */
  offsets: { due_at: number; quarters: number }[];
}

const time = z.int().nonnegative();
/** Older programs may lack a field, which then is empty. */
export const storedRunState = z.object({
  due_at: time.nullable().default(null),
  past_due_at: time.nullable().default(null),
  open: z.array(z.object({ rid: z.string().nullable(), started_at: time, must_end_by: time })).default([]),
  last_run: z
    .object({
      started_at: time.nullable(),
      ended_at: time.nullable(),
      code: z.int().nullable(),
      runtime_ms: z.number().nonnegative().nullable(),
    })
    .nullable()
    .default(null),
  offsets: z.array(z.object({ due_at: time, quarters: z.int() })).default([]),
});

export const noRuns: RunState = { due_at: null, past_due_at: null, open: [], last_run: null, offsets: [] };
