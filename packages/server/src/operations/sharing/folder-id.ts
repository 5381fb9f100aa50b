import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const fileIn = (dataDir: string): string => path.join(dataDir, 'folder-id');

/** The id that the data folder was given; null where it has none, or cannot be read. */
export function readFolderId(dataDir: string): string | null {
  try {
    return /^[0-9a-f]{16}$/.exec(readFileSync(fileIn(dataDir), 'utf8').trim())?.[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Gives the data folder an id where it has none, so that processes find out whether they share it. Of several that do so at
 * once one wins: a link is made whole or not at all. Returns the id; null where the folder cannot be written.
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
    // Another process was first, or the folder cannot be written: what can be read now says which.
  }
  return readFolderId(dataDir);
}
