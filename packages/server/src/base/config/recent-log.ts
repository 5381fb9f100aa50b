/** Longer lines are cut, because an error may quote much. In characters. */
const mostOfLine = 8192;

export type RecentLog = ReturnType<typeof createRecentLog>;

/** Keeps the last `count` log lines in memory for a support bundle. */
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
