import { minuteMs } from '@upvigil/core/time';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database } from '../../storage/database.ts';
import { noMonitorFigures } from './view/figures.ts';
import { readMonitorFigures } from './view/figures-store.ts';
import type { WebsiteDetails } from './view/public-view.ts';
import type { Current } from './view/read-current.ts';

/** Interval of full reads. In between only buckets that may have changed are read. */
const wholeMs = 10 * minuteMs;

interface DetailSources {
  db: Database;
  now(): number;
  current(): Pick<Current, 'rows' | 'figures'>;
}

/** Reads the figures that only a website's page shows, for requested pages. */
export function createWebsiteDetails({ db, now, current }: DetailSources) {
  const details = new Map<number, WebsiteDetails>();
  const loading = new Map<number, Promise<void>>();
  let wholeAt = now();

  const read = async (websiteIds: Iterable<number>, before: readonly WebsiteDetails[]): Promise<void> => {
    const { rows, figures } = current();
    const at = now();
    const monitors = groupBy(rows.monitors, ({ website_id }) => website_id);
    const byWebsite = [...websiteIds].map((id) => [id, monitors.get(id) ?? []] as const);
    const ids = byWebsite.flatMap(([, ofWebsite]) => ofWebsite.map(({ id }) => id));
    const known = {
      now: before.reduce((oldest, one) => Math.min(oldest, one.now), at),
      figures: new Map(before.flatMap((one) => [...one.figures])),
    };
    const ofMonitors = await readMonitorFigures(db, ids, at, known);
    for (const [websiteId, ofWebsite] of byWebsite) {
      details.set(websiteId, {
        now: at,
        figures: new Map(ofWebsite.flatMap(({ id }) => [[id, ofMonitors.get(id) ?? noMonitorFigures()]])),
        disabled: figures.disabled,
        outages: (id) => figures.outages.get(id)?.outages ?? [],
      });
    }
  };
  return {
    /** By website. */
    details,
    /** Reads the details of a website for its first viewer. */
    load(websiteId: number): Promise<void> {
      const promise = loading.get(websiteId) ?? read([websiteId], []).finally(() => loading.delete(websiteId));
      loading.set(websiteId, promise);
      return promise;
    },
    /** Reads the details of these websites again and drops the others. */
    async refresh(websiteIds: ReadonlySet<number>): Promise<void> {
      const isWhole = now() - wholeAt >= wholeMs;
      if (isWhole) wholeAt = now();
      for (const id of details.keys()) if (!websiteIds.has(id)) details.delete(id);
      await read(websiteIds, isWhole ? [] : [...details.values()]);
    },
  };
}
