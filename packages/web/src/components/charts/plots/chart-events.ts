/** Maintenance and deployment marks within the range of a chart. Times in ms since the epoch. */
export interface ChartEvents {
  runs: readonly { id: number; from: number; to: number; title: string }[];
  marks: readonly { id: number; at: number; label: string }[];
  /** The same events as text in chronological order, for the data table. */
  notes: readonly string[];
}

export const noEvents: ChartEvents = { runs: [], marks: [], notes: [] };

/** Keeps the events that overlap the axis. */
export function onAxis({ runs, marks, notes }: ChartEvents, from: number, to: number): ChartEvents {
  return {
    runs: runs
      .filter((run) => run.to > from && run.from < to)
      .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) })),
    marks: marks.filter(({ at }) => at >= from && at <= to),
    notes,
  };
}

/** Height in px that mark labels need above the plot. */
export const markLanePx = 14;
