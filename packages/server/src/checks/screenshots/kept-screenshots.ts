import { limits } from '@upvigil/core/limits';
import { listScreenshots, type ScreenshotOrigin } from './screenshot-files.ts';

/** Remembers which screenshots are in the folder, so that it is not listed again for each new one. */
export interface KeptScreenshots {
  /** When the check was made after which one was last taken or tried, milliseconds since the epoch; null for none. */
  lastAt(monitorId: number): number | null;
  /** Notes that one is being tried after the check of this time, whatever comes of it. */
  tried(monitorId: number, at: number): void;
  /** Notes a new file. Returns those of its monitor that are too many now, oldest first. */
  add(file: ScreenshotOrigin): ScreenshotOrigin[];
  forget(names: readonly string[]): void;
  /** Reads the folder anew. */
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
