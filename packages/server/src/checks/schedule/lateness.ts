/** Upper bounds of the lateness histogram, milliseconds. */
export const latenessBounds = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000, 10_000] as const;

/** Delays of check starts, as in a Prometheus histogram. */
export interface LatenessSummary {
  started: number;
  /** Number of checks with a delay up to each bound. */
  lateness_counts: number[];
  lateness_sum_ms: number;
  lateness_max_ms: number;
}

export function createLateness() {
  const counts = new Array<number>(latenessBounds.length).fill(0);
  const totals = { started: 0, lateness_sum_ms: 0, lateness_max_ms: 0 };
  return {
    /** Counts a check that started `late` milliseconds after it was due. */
    add(late: number): void {
      totals.started += 1;
      totals.lateness_sum_ms += late;
      totals.lateness_max_ms = Math.max(totals.lateness_max_ms, late);
      const bucket = latenessBounds.findIndex((bound) => late <= bound);
      if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    summary(): LatenessSummary {
      let total = 0;
      const lateness_counts = counts.map((each) => {
        total += each;
        return total;
      });
      return { ...totals, lateness_counts };
    },
  };
}
