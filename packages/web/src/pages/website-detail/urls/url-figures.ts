import type { UrlCheck } from '@upvigil/core/contract/checks';

/** Row of the table of checks: one check, or consecutive failures with the same result. Newest first. */
export type CheckRow = { key: string; check: UrlCheck; alike: readonly UrlCheck[] };

/** Number of equal failures that are shown individually; further ones are folded into one row. */
const shownAlike = 2;
const leastFolded = 2;

const isAlike = (a: UrlCheck, b: UrlCheck): boolean =>
  !a.is_up &&
  !b.is_up &&
  a.status_code === b.status_code &&
  a.error_message === b.error_message &&
  a.metadata_found === b.metadata_found;

/**
 * Folds consecutive failures with the same result, except the newest two. `unfolded` contains the keys of opened rows.
 */
export function foldChecks(checks: readonly UrlCheck[], unfolded: ReadonlySet<string>): CheckRow[] {
  return runsOf(checks).flatMap((run) => {
    const rest = run.slice(shownAlike);
    const [first] = rest;
    const single = (check: UrlCheck): CheckRow => ({ key: String(check.id), check, alike: [] });
    // Keyed by the oldest check, which stays the same when new checks arrive.
    const key = `alike ${run.at(-1)?.id}`;
    if (!first || rest.length < leastFolded || unfolded.has(key)) return run.map(single);
    return [...run.slice(0, shownAlike).map(single), { key, check: first, alike: rest }];
  });
}

function runsOf(checks: readonly UrlCheck[]): UrlCheck[][] {
  const runs: UrlCheck[][] = [];
  for (const check of checks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isAlike(last, check)) run.push(check);
    else runs.push([check]);
  }
  return runs;
}

interface CheckFigures {
  checks: number;
  failed: number;
  median: number | null;
  p95: number | null;
}

/** Figures over checks. Response times in seconds, over successful checks. */
export function figuresOf(checks: readonly UrlCheck[]): CheckFigures {
  const times = checks
    .flatMap(({ is_up, response_time }) => (is_up && response_time !== null ? [response_time] : []))
    .sort((a, b) => a - b);
  const at = (share: number) => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? null;
  return {
    checks: checks.length,
    failed: checks.filter(({ is_up }) => !is_up).length,
    median: at(0.5),
    p95: at(0.95),
  };
}
