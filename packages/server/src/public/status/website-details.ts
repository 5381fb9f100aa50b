import { minuteMs } from '@upvigil/core/time';
import type { Database } from '../../storage/database.ts';
import { readMonitorFigures } from './view/figures-store.ts';
import type { WebsiteDetails } from './view/public-view.ts';
import type { Current } from './view/read-current.ts';

/** So often details are read whole, and in between only what may have changed. */
const wholeMs = 10 * minuteMs;

interface DetailSources {
  db: Database;
  now(): number;
  current(): Pick<Current, 'rows' | 'figures'>;
}

/** Reads what only the page of a website shows, for those that somebody asks for. */
export function createWebsiteDetails({ db, now, current }: DetailSources) {
  const details = new Map<number, WebsiteDetails>();
  const loading = new Map<number, Promise<void>>();
  let wholeAt = now();

  const read = async (websiteId: number, before?: WebsiteDetails): Promise<void> => {
    const { rows, figures } = current();
    const ids = rows.monitors.filter(({ website_id }) => website_id === websiteId).map(({ id }) => id);
    const isNew = ids.some((id) => !before?.figures.has(id));
    const at = now();
    details.set(websiteId, {
      now: at,
      figures: await readMonitorFigures(db, ids, at, isNew ? undefined : before),
      outages: (id) => figures.outages.get(id)?.outages ?? [],
    });
  };
  return {
    /** By website. */
    details,
    /** Reads those of a website for its first viewer. */
    load(websiteId: number): Promise<void> {
      const promise = loading.get(websiteId) ?? read(websiteId).finally(() => loading.delete(websiteId));
      loading.set(websiteId, promise);
      return promise;
    },
    /** Reads those of these websites anew, and drops the others. */
    async refresh(websiteIds: ReadonlySet<number>): Promise<void> {
      const isWhole = now() - wholeAt >= wholeMs;
      if (isWhole) wholeAt = now();
      for (const id of details.keys()) if (!websiteIds.has(id)) details.delete(id);
      for (const id of websiteIds) await read(id, isWhole ? undefined : details.get(id));
    },
  };
}
