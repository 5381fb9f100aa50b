import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type WatchedKind, watchedKinds } from './notice-state.ts';

const fileSchema = z.partialRecord(z.enum(watchedKinds), z.int().nonnegative());

/** Open notices with their start, in milliseconds since the epoch. */
export type OpenSince = Partial<Record<WatchedKind, number>>;

const fileIn = (dataDir: string): string => path.join(dataDir, 'notices.json');

/** The notices that were open at the last write; empty when the file cannot be read. */
export function readOpenNotices(dataDir: string): OpenSince {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Stores open notices, so that a restarted process does not repeat them. Synchronous and atomic, because the process
 * may be killed at any moment. @throws the system's error, for example on a full disk
 */
export function writeOpenNotices(dataDir: string, open: OpenSince): void {
  const file = fileIn(dataDir);
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, JSON.stringify(open), { mode: 0o600 });
  renameSync(unfinished, file);
}
