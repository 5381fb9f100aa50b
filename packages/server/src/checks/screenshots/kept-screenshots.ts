import { limits } from '@upvigil/core/limits';
import { listScreenshots, type ScreenshotOrigin } from './screenshot-files.ts';

/** Remembers the screenshots in the folder, so that it is not listed again for each new one. */
export interface KeptScreenshots {
  /**
   * Time of the check for which a screenshot was last taken or attempted, milliseconds since the epoch; null without
   * one.
   */
  lastAt(monitorId: number): number | null;
  /** Records an attempt for the check of this time, whether or not it succeeds. */
  tried(monitorId: number, at: number): void;
  /** Adds a file. Returns those of its monitor beyond the limit, oldest first. */
  add(file: ScreenshotOrigin): ScreenshotOrigin[];
  forget(names: readonly string[]): void;
  /** Lists the folder again. */
  reload(): void;
}

interface OfMonitor {
  files: ScreenshotOrigin[];
  /** Milliseconds since the epoch. */
  last_at: number;
}

/** Lists the folder once, when it is called. */
export function keepScreenshots(dataDir: string): KeptScreenshots {
  let kept = load(dataDir);

  const of = (monitorId: number): OfMonitor => {
    const known = kept.get(monitorId) ?? { files: [], last_at: 0 };
    kept.set(monitorId, known);
    return known;
  };

  return {
    lastAt: (monitorId) => kept.get(monitorId)?.last_at ?? null,
    tried(monitorId, at) {
      of(monitorId).last_at = at;
    },
    add(file) {
      const { files } = of(file.monitor_id);
      files.push(file);
      return files.splice(0, Math.max(0, files.length - limits.screenshotsPerUrl));
    },
    forget(names) {
      const gone = new Set(names);
      for (const known of kept.values()) {
        if (known.files.some(({ name }) => gone.has(name)))
          known.files = known.files.filter(({ name }) => !gone.has(name));
      }
    },
    reload() {
      kept = load(dataDir);
    },
  };
}

function load(dataDir: string): Map<number, OfMonitor> {
  const kept = new Map<number, OfMonitor>();
  for (const file of listScreenshots(dataDir).sort((one, other) => one.taken_at - other.taken_at)) {
    const known = kept.get(file.monitor_id) ?? { files: [], last_at: 0 };
    known.files.push(file);
    known.last_at = file.taken_at;
    kept.set(file.monitor_id, known);
  }
  return kept;
}
