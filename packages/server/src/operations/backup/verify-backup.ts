import { stat } from 'node:fs/promises';
import type { Manifest } from './archive/archive.ts';
import type { BackupTableName } from './archive/parts.ts';
import { readArchive, readContents } from './archive/read-archive.ts';
import { createRowChecker } from './archive/row-checker.ts';

/** The content of a valid archive. */
export interface BackupSummary {
  format_version: number;
  product_version: string;
  /** ISO 8601, UTC. */
  created: string;
  /** Bytes of the archive. */
  size: number;
  /** Rows by table. */
  rows: Record<BackupTableName, number>;
  screenshots: number;
}

export interface VerifyOptions {
  /** Called from time to time with the number of rows read. */
  onProgress?(rows: number): void;
}

/**
 * Reads a whole archive and verifies what a restore needs: format, checksums, every row, every reference.
 * @throws InvalidBackupError with the reason in one sentence when it cannot be restored; errors of reading the file
 */
export async function verifyBackup(file: string, options: VerifyOptions = {}): Promise<BackupSummary> {
  const checker = createRowChecker();
  let rows = 0;
  const manifest = await readArchive(file, {
    async lines(part, lines, firstLine, table) {
      for (const [index, line] of lines.entries()) {
        const lineNumber = firstLine + index;
        checker.check(part, table.parse(line, lineNumber), lineNumber);
      }
      rows += lines.length;
      options.onProgress?.(rows);
    },
    screenshot: async () => undefined,
  });
  return summarize(file, manifest);
}

/**
 * The content of an archive by its table of contents; does not verify it.
 * @throws InvalidBackupError with the reason in one sentence; errors of reading the file
 */
export const describeBackup = async (file: string): Promise<BackupSummary> => summarize(file, await readContents(file));

async function summarize(file: string, manifest: Manifest): Promise<BackupSummary> {
  return {
    format_version: manifest.format_version,
    product_version: manifest.product_version,
    created: manifest.created,
    size: (await stat(file)).size,
    rows: Object.fromEntries(manifest.parts.map((part) => [part.table, part.rows])) as Record<BackupTableName, number>,
    screenshots: manifest.screenshots.files,
  };
}
