import { limits } from '@upvigil/core/limits';
import { isScreenshotName } from './archive/archive.ts';
import type { BackupColumn, BackupTable } from './archive/parts.ts';

/** Collects the names of the screenshots that checks have: the newest of each monitor, as many as are kept. */
export interface NewestNames {
  /** Passes pages of checks on as they are, and keeps the names. */
  collect(part: BackupTable, pages: AsyncIterable<BackupColumn[][]>): AsyncGenerator<BackupColumn[][]>;
  sorted(): string[];
}

export function createNewestNames(): NewestNames {
  const names = new Map<BackupColumn, string[]>();

  const keep = (monitor: BackupColumn, name: BackupColumn): void => {
    if (typeof name !== 'string' || !isScreenshotName(name)) return;
    const kept = names.get(monitor) ?? [];
    kept.push(name);
    if (kept.length > limits.screenshotsPerUrl) kept.shift();
    names.set(monitor, kept);
  };

  return {
    async *collect(part, pages) {
      const monitor = part.columns.indexOf('monitor_id');
      const screenshot = part.columns.indexOf('screenshot');
      for await (const page of pages) {
        for (const row of page) {
          if (row[screenshot] !== null) keep(row[monitor] ?? null, row[screenshot] ?? null);
        }
        yield page;
      }
    },
    sorted: () => [...new Set([...names.values()].flat())].sort(),
  };
}
