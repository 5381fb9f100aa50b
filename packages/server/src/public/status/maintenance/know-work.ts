import type { Database } from '../../../storage/database.ts';
import type { KnownWebsites } from '../figures/known.ts';
import type { PublicWindow } from './public-runs.ts';
import { readWork } from './work-store.ts';

/** Runs are made anew each hour, which nobody is told of: they lie ahead by far. */
const rereadMs = 5 * 60_000;

/** Reads what is worked on and what was changed, where that is due, and gives each website what touches it. */
export async function knowWork(known: KnownWebsites, db: Database, now: number, isChanged: boolean): Promise<void> {
  if (!isChanged && Math.abs(now - known.work.read_at) < rereadMs) return;
  known.work = await readWork(db, now);
  const byWebsite = windowsByWebsite(known);
  for (const [id, website] of known.websites) {
    const marks = known.work.marks.filter(({ website_id }) => website_id === null || website_id === id);
    known.websites.set(id, { ...website, windows: byWebsite.get(id) ?? [], marks });
  }
}

function windowsByWebsite({ work, monitors }: Pick<KnownWebsites, 'work' | 'monitors'>): Map<number, PublicWindow[]> {
  const byWebsite = new Map<number, PublicWindow[]>();
  for (const window of work.windows) {
    const ofMonitors = [...window.monitor_ids].flatMap((id) => monitors.get(id)?.website_id ?? []);
    for (const id of new Set([...window.website_ids, ...ofMonitors])) {
      const known = byWebsite.get(id);
      if (known) known.push(window);
      else byWebsite.set(id, [window]);
    }
  }
  return byWebsite;
}
