import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const fileIn = (dataDir: string): string => path.join(dataDir, 'folder-id');

/** The id of the data folder; null when it has none or cannot be read. */
export function readFolderId(dataDir: string): string | null {
  try {
    return /^[0-9a-f]{16}$/.exec(readFileSync(fileIn(dataDir), 'utf8').trim())?.[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Gives the data folder an id, so that processes detect whether they share it. Of concurrent processes one wins,
 * because creating a link is atomic. Returns the id; null when the folder cannot be written.
 */
export function markFolder(dataDir: string): string | null {
  const known = readFolderId(dataDir);
  if (known !== null) return known;
  const id = randomBytes(8).toString('hex');
  const unfinished = `${fileIn(dataDir)}.${id}.part`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, `${id}\n`, { mode: 0o600 });
    try {
      linkSync(unfinished, fileIn(dataDir));
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch {
    // Another process was first, or the folder cannot be written: reading the id shows which.
  }
  return readFolderId(dataDir);
}
