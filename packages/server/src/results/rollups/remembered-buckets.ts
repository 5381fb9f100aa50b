import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../../domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { bucketStarts, bucketWidths, hour, type RollupTableName } from './rollup.ts';
import { noBucket, readWebsiteBuckets, type SummedWebsite, type WebsiteBucket } from './website-buckets.ts';
import type { WindowSegment } from './window.ts';

/** Checks may be stored this long after they were made; the results that waited for a database even longer are seen after `keepMs`. */
const lateMs = hour;
const keepMs = 12 * hour;
/** Of all websites together: some 15 MB. A website's year has 9,000. */
const mostBuckets = 50_000;

/** Resolves with the buckets of a segment by their start; `noBucket` for one without checks. */
export type ReadBuckets = (
  db: Database,
  website: SummedWebsite,
  segment: WindowSegment,
  now: number,
) => Promise<ReadonlyMap<number, WebsiteBucket>>;

interface KnownWebsite {
  /** Those whose checks are counted in the buckets. */
  monitor_ids: readonly number[];
  buckets: Map<RollupTableName, Map<number, WebsiteBucket>>;
  /** On the monotonic clock. */
  until: number;
  /** The last read of this website, after which the next one finds more to be known. */
  reading: Promise<unknown>;
}

/**
 * Remembers the buckets of websites that are over, so that a year of 500 monitors, four million rows, is read once and not
 * for every answer. All of a website is forgotten when one of its monitors is gone, when all data was replaced, and after
 * 12 hours; and of the websites that nobody has asked for longest when there would be too much.
 */
export function rememberBuckets(
  { clock, changes }: { clock: Pick<Clock, 'monotonic'>; changes: Pick<ChangeFeed, 'subscribe'> },
  read: typeof readWebsiteBuckets = readWebsiteBuckets,
): ReadBuckets {
  /** In the order in which they were last asked for. */
  const known = new Map<number, KnownWebsite>();
  changes.subscribe(({ is_replaced }) => {
    if (is_replaced) known.clear();
  });

  return (db, website, segment, now) => {
    const found = knownOf(known.get(website.id), website, clock.monotonic());
    known.delete(website.id);
    known.set(website.id, found);
    const buckets = found.reading.then(() => readSegment(db, website, segment, { found, now, read }));
    found.reading = buckets.then(
      () => forgetOldest(known),
      () => undefined,
    );
    return buckets;
  };
}

/** A monitor that was added has no past. */
function knownOf(before: KnownWebsite | undefined, { monitor_ids }: SummedWebsite, monotonic: number): KnownWebsite {
  const ids = new Set(monitor_ids);
  const isTrue = before && monotonic < before.until && before.monitor_ids.every((id) => ids.has(id));
  if (!isTrue) return { monitor_ids, buckets: new Map(), until: monotonic + keepMs, reading: Promise.resolve() };
  before.monitor_ids = monitor_ids;
  return before;
}

async function readSegment(
  db: Database,
  website: SummedWebsite,
  { table, from, to }: WindowSegment,
  { found, now, read }: { found: KnownWebsite; now: number; read: typeof readWebsiteBuckets },
): Promise<ReadonlyMap<number, WebsiteBucket>> {
  const width = bucketWidths[table];
  const remembered = found.buckets.get(table) ?? new Map<number, WebsiteBucket>();
  found.buckets.set(table, remembered);
  const starts = bucketStarts(from, to, width);
  const fresh = await read(
    db,
    website,
    table,
    starts.filter((start) => !remembered.has(start)),
  );
  const buckets = new Map<number, WebsiteBucket>();
  for (const start of starts) {
    const bucket = remembered.get(start) ?? fresh.get(start) ?? noBucket;
    buckets.set(start, bucket);
    if (start + width + lateMs <= now) remembered.set(start, bucket);
  }
  return buckets;
}

function forgetOldest(known: Map<number, KnownWebsite>): void {
  const sizeOf = ({ buckets }: KnownWebsite): number => [...buckets.values()].reduce((sum, { size }) => sum + size, 0);
  let size = [...known.values()].reduce((sum, each) => sum + sizeOf(each), 0);
  for (const [id, website] of known) {
    if (size <= mostBuckets || known.size === 1) return;
    known.delete(id);
    size -= sizeOf(website);
  }
}
