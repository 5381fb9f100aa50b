/** A longer line is cut: an error may quote much. Characters. */
const mostOfLine = 8192;

export type RecentLog = ReturnType<typeof createRecentLog>;

/** The last lines of the log, kept in memory for a support bundle. Keeps the last `count` lines. */
export function createRecentLog(count: number) {
  const kept: string[] = [];
  let next = 0;
  return {
    add(line: string): void {
      kept[next] = line.length > mostOfLine ? line.slice(0, mostOfLine) : line;
      next = (next + 1) % count;
    },
    /** Oldest first. */
    lines: (): string[] => [...kept.slice(next), ...kept.slice(0, next)],
  };
}
