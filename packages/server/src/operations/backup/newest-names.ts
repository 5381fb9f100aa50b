import { limits } from '@upvigil/core/limits';
import { isScreenshotName } from './archive/archive.ts';
import type { BackupColumn, BackupTable } from './archive/parts.ts';

export type NewestNames = ReturnType<typeof createNewestNames>;

/** Collects the screenshot names of checks: the newest of each monitor, up to the retention limit. */
export function createNewestNames() {
  const names = new Map<BackupColumn, string[]>();

  const keep = (monitor: BackupColumn, name: BackupColumn): void => {
    if (typeof name !== 'string' || !isScreenshotName(name)) return;
    const kept = names.get(monitor) ?? [];
    kept.push(name);
    if (kept.length > limits.screenshotsPerUrl) kept.shift();
    names.set(monitor, kept);
  };

  return {
    /** Passes pages of checks through unchanged and remembers the names. */
    async *collect(part: BackupTable, pages: AsyncIterable<BackupColumn[][]>): AsyncGenerator<BackupColumn[][]> {
      const monitor = part.columns.indexOf('monitor_id');
      const screenshot = part.columns.indexOf('screenshot');
      for await (const page of pages) {
        for (const row of page) {
          if (row[screenshot] !== null) keep(row[monitor] ?? null, row[screenshot] ?? null);
        }
        yield page;
      }
    },
    sorted: (): string[] => [...new Set([...names.values()].flat())].sort(),
  };
}
