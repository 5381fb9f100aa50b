import { setImmediate } from 'node:timers/promises';
import type { Database, Storage } from '../../storage/database.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import type { CheckRow } from '../../storage/tables.ts';
import { deleteCheckRows } from './check-store.ts';

export interface OldChecksOptions {
  storage: Pick<Storage, 'db' | 'checkPartitions'>;
  /** Removes the screenshots of deleted checks. */
  removeScreenshots(names: readonly string[]): Promise<void>;
}

/** Rows deleted at a time; takes a few milliseconds, so that no statement blocks the writer for long. */
const deletedAtOnce = 512;
const monitorsAtOnce = 1000;

/** Deletes the checks before a time (milliseconds since the epoch) until done or stopped. Returns their number. */
export function deleteOldChecks(options: OldChecksOptions, before: number, isStopped: () => boolean): Promise<number> {
  const deleteThem = options.storage.checkPartitions === null ? deleteByMonitor : dropPartitions;
  return deleteThem(options, before, isStopped);
}

/**
 * Drops partitions that are entirely old, so checks of the last day are kept for up to a day longer. Rows older than
 * all partitions (after a restore, say) are deleted in small steps, in the order of the key.
 */
async function dropPartitions(
  { storage: { db, checkPartitions }, removeScreenshots }: OldChecksOptions,
  before: number,
  isStopped: () => boolean,
): Promise<number> {
  const dropped = await checkPartitions?.dropBefore(before);
  if (!dropped) return 0;
  if (dropped.screenshots.length > 0) await removeScreenshots(dropped.screenshots);
  const inNoPartition = Math.min(before, dropped.oldest ?? before);
  let deleted = dropped.checks;
  let lastId = 0;
  await inSmallSteps(async () => {
    if (isStopped()) return { isDone: true };
    const rows = await db
      .selectFrom('checks')
      .select(['id', 'checked_at', 'screenshot'])
      .where('checked_at', '<', inNoPartition)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(deletedAtOnce)
      .execute();
    await deleteRows(db, rows, removeScreenshots);
    lastId = rows.at(-1)?.id ?? lastId;
    deleted += rows.length;
    return { isDone: rows.length < deletedAtOnce };
  });
  return deleted;
}

type DeletedRow = Pick<CheckRow, 'id' | 'checked_at' | 'screenshot'>;

async function deleteRows(
  db: Database,
  rows: readonly DeletedRow[],
  removeScreenshots: OldChecksOptions['removeScreenshots'],
): Promise<void> {
  await deleteCheckRows(db, rows);
  const screenshots = rows.flatMap(({ screenshot }) => screenshot ?? []);
  if (screenshots.length > 0) await removeScreenshots(screenshots);
}

/** Monitor by monitor, because the index finds each one's old checks at once. */
async function deleteByMonitor(
  { storage: { db }, removeScreenshots }: OldChecksOptions,
  before: number,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  let lastId = 0;
  await inSmallSteps(async () => {
    const monitors = await db
      .selectFrom('monitors')
      .select('id')
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(monitorsAtOnce)
      .execute();
    for (const { id } of monitors) {
      if (isStopped()) return { isDone: true };
      deleted += await deleteOldChecksOf(db, id, before, { removeScreenshots, isStopped });
      lastId = id;
      await setImmediate();
    }
    return { isDone: monitors.length < monitorsAtOnce };
  });
  return deleted;
}

async function deleteOldChecksOf(
  db: Database,
  monitorId: number,
  before: number,
  { removeScreenshots, isStopped }: Pick<OldChecksOptions, 'removeScreenshots'> & { isStopped: () => boolean },
): Promise<number> {
  let deleted = 0;
  await inSmallSteps(async () => {
    if (isStopped()) return { isDone: true };
    const rows = await db
      .selectFrom('checks')
      .select(['id', 'checked_at', 'screenshot'])
      .where('monitor_id', '=', monitorId)
      .where('checked_at', '<', before)
      .orderBy('checked_at')
      .limit(deletedAtOnce)
      .execute();
    await deleteRows(db, rows, removeScreenshots);
    deleted += rows.length;
    return { isDone: rows.length < deletedAtOnce };
  });
  return deleted;
}
