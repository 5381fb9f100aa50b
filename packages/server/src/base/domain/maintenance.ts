/** Milliseconds since the epoch. */
export interface CoveringRun {
  id: number;
  starts_at: number;
  ends_at: number;
}

/** The runs that cover a monitor or its website at a time. Called for each check, so it must be cheap. */
export type RunsAt = (monitor: { id: number; website_id: number }, at: number) => readonly CoveringRun[];

export const noRuns: RunsAt = () => [];

/**
 * The run that puts a problem into maintenance: it must have started before the problem began, so that a window never
 * hides an older outage. Of several, the one that ends last. `began`: milliseconds since the epoch.
 */
export function coveringRun(runs: readonly CoveringRun[], began: number): CoveringRun | null {
  let last: CoveringRun | null = null;
  for (const run of runs) {
    if (run.starts_at <= began && (last === null || run.ends_at > last.ends_at)) last = run;
  }
  return last;
}
