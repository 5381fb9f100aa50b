/** The last lines of the log, kept in memory for a support bundle. */
export interface RecentLog {
  add(line: string): void;
  /** Oldest first. */
  lines(): string[];
}

/** A longer line is cut: an error may quote much. Characters. */
const mostOfLine = 8192;

/** Keeps the last `count` lines. */
export function createRecentLog(count: number): RecentLog {
  const kept: string[] = [];
  let next = 0;
  return {
    add(line) {
      kept[next] = line.length > mostOfLine ? line.slice(0, mostOfLine) : line;
      next = (next + 1) % count;
    },
    lines: () => [...kept.slice(next), ...kept.slice(0, next)],
  };
}
