/** A time at which work takes place, of monitors. Milliseconds since the epoch. */
export interface CoveringRun {
  id: number;
  starts_at: number;
  ends_at: number;
}

/** The runs that cover a moment, of a monitor or its website. Asked for each check: it must cost next to nothing. */
export type RunsAt = (monitor: { id: number; website_id: number }, at: number) => readonly CoveringRun[];

export const noRuns: RunsAt = () => [];

/**
 * The run by which something is in maintenance: one that covers it and is not younger than what it is about, so that a window hides
 * no outage that was there before. Of several the one that ends last. `began`: milliseconds since the epoch.
 */
export function coveringRun(runs: readonly CoveringRun[], began: number): CoveringRun | null {
  let last: CoveringRun | null = null;
  for (const run of runs) {
    if (run.starts_at <= began && (last === null || run.ends_at > last.ends_at)) last = run;
  }
  return last;
}
