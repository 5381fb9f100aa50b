/** What happened while a chart's figures were taken. Times in ms since the epoch. */
export interface ChartEvents {
  runs: readonly { id: number; from: number; to: number; title: string }[];
  marks: readonly { id: number; at: number; label: string }[];
  /** The same in words, in their order, for the figures as a table. */
  notes: readonly string[];
}

export const noEvents: ChartEvents = { runs: [], marks: [], notes: [] };

/** The part of them that lies on an axis. */
export function onAxis({ runs, marks, notes }: ChartEvents, from: number, to: number): ChartEvents {
  return {
    runs: runs
      .filter((run) => run.to > from && run.from < to)
      .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) })),
    marks: marks.filter(({ at }) => at >= from && at <= to),
    notes,
  };
}

/** Room in px that a chart needs above its plot for the labels of its marks. */
export const markLanePx = 14;
