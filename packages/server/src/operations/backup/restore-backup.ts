import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { forgetAllSums } from '../../checks/record/rollups/website-sums-store.ts';
import { removeScreenshots, screenshotsDir, writeScreenshot } from '../../checks/screenshots/screenshot-files.ts';
import type { DatabaseTransaction, Storage } from '../../storage/database.ts';
import type { DeliveryRow, MessageRow } from '../../storage/tables.ts';
import { formatSteps } from './archive/format-steps.ts';
import { type BackupColumn, type BackupTable, parts } from './archive/parts.ts';
import { readArchive } from './archive/read-archive.ts';
import { unfinishedPath } from './backup-files.ts';
import { installationKeys } from './installation-keys.ts';
import { type KnownOutbox, readKnownOutbox, restoredDelivery, restoredMessage } from './restored-deliveries.ts';
import { createRowWriter, deleteRows } from './table-rows.ts';

interface RestoreOptions {
  storage: Storage;
  dataDir: string;
  /** An archive that `verifyBackup` accepted, at a path where nothing changes it in the meantime. */
  file: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Seals restored secrets under this installation's key. Returns how many are encrypted with another key. */
  sealSecrets(transaction: DatabaseTransaction): Promise<{ missing: number }>;
  /** Writes the audit event of the restore, as the last statement. */
  writeEvent(transaction: DatabaseTransaction): Promise<void>;
  /** Aborted when the program stops. Before the commit, all data then stays unchanged. */
  signal: AbortSignal;
}

export interface Restored {
  /** Rows, by table. */
  rows: Record<string, number>;
  /** Secrets that are sealed under an unknown key. */
  secretsMissing: number;
}

/**
 * Replaces all data with that of an archive in one transaction, except the installation's own (password, sessions,
 * key). Adds screenshots before the commit and removes old ones after it, so that none is missing after an
 * interruption.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { storage, dataDir, file, now, signal } = options;
  const screenshots = new Set<string>();
  const scratch = await unfinishedPath(dataDir);
  const { manifest, missing } = await storage.replaceAll(scratch, async (before, transaction) => {
    const pause = async (): Promise<void> => {
      await nextTurn();
      signal.throwIfAborted();
    };
    const known = await readKnownOutbox(before, now);
    await deleteEverything(transaction, pause);
    const write = createPartWriter(transaction, { known, now, pause });
    const stayAwake = createStayAwake(transaction);
    const read = await readArchive(file, {
      lines: (part, lines, firstLine, table) =>
        write(
          part,
          lines.map((line, index) => storedRow(part, table.parse(line, firstLine + index))),
        ),
      async screenshot(name, content) {
        signal.throwIfAborted();
        screenshots.add(name);
        await stayAwake();
        if (!existsSync(path.join(screenshotsDir(dataDir), name))) await writeScreenshot(dataDir, name, content);
      },
    });
    for (const { complete } of formatSteps.slice(read.format_version - 1)) await complete?.(transaction, pause);
    const { missing } = await options.sealSecrets(transaction);
    await storage.continueIds(transaction);
    await options.writeEvent(transaction);
    return { manifest: read, missing };
  });
  await removeOtherScreenshots(dataDir, screenshots);
  const rows = Object.fromEntries(manifest.parts.map((part) => [part.table, part.rows]));
  return { rows, secretsMissing: missing };
}

/** Much shorter than the database's limit for an idle transaction. */
const awakeMilliseconds = 5_000;

/** Sends a statement from time to time, because the database ends a transaction that is idle for long. */
function createStayAwake(transaction: DatabaseTransaction): () => Promise<void> {
  let spokenAt = performance.now();
  return async () => {
    if (performance.now() - spokenAt < awakeMilliseconds) return;
    await sql`select 1`.execute(transaction);
    spokenAt = performance.now();
  };
}

async function deleteEverything(transaction: DatabaseTransaction, pause: () => Promise<void>): Promise<void> {
  await forgetAllSums(transaction, pause);
  // The same id may now be another channel or another alert.
  for (const table of ['holds', 'link_tokens', 'listening_periods'] as const)
    await transaction.deleteFrom(table).execute();
  for (const part of parts.toReversed()) {
    if (part.table !== 'settings') await deleteRows(transaction, part, pause);
  }
  await transaction
    .deleteFrom('settings')
    .where('key', 'not in', [...installationKeys] as string[])
    .execute();
}

/** Writes the rows of a table. Rows of the outbox first get their state after a restore. */
function createPartWriter(
  transaction: DatabaseTransaction,
  { known, now, pause }: { known: KnownOutbox; now: number; pause: () => Promise<void> },
): (part: BackupTable, rows: BackupColumn[][]) => Promise<void> {
  const writers = new Map(parts.map((part) => [part, createRowWriter(transaction, part, pause)]));
  const changes: Partial<Record<BackupTable['table'], RowChange>> = {
    deliveries: changeRow<DeliveryRow>((archived) => restoredDelivery(archived, known.deliveries, now)),
    messages: changeRow<MessageRow>((archived) => restoredMessage(archived, known.messages, now)),
  };
  return async (part, rows) => {
    const change = changes[part.table];
    await writers.get(part)?.(change ? rows.map((row) => change(part, row)) : rows);
  };
}

type RowChange = (part: BackupTable, row: BackupColumn[]) => BackupColumn[];

/** Safe because the archive was verified: the columns of a part are those of its table. */
function changeRow<Row extends object>(change: (archived: Row) => Row): RowChange {
  return ({ columns }, row) => {
    const archived = Object.fromEntries(columns.map((column, place) => [column, row[place]])) as unknown as Row;
    const changed = change(archived);
    return columns.map((column) => changed[column as keyof Row] as BackupColumn);
  };
}

/** A row in the form of the database. Its values were checked when the archive was verified. */
function storedRow(part: BackupTable, archived: unknown[]): BackupColumn[] {
  const row = archived as BackupColumn[];
  for (const place of part.blobs) row[place] = Buffer.from(String(row[place]), 'base64');
  return row;
}

/** Removes the screenshots of the replaced data. */
async function removeOtherScreenshots(dataDir: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(screenshotsDir(dataDir)).catch(() => []);
  await removeScreenshots(
    dataDir,
    names.filter((name) => !kept.has(name)),
  );
}
