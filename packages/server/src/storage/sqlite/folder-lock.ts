import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';

/** Another process uses the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** 'process 4711 on host', as the other process recorded it; null if it did not. */
  readonly holder: string | null;

  constructor(holder: string | null) {
    super('another process has the folder');
    this.holder = holder;
  }
}

const holderSchema = z.object({ pid: z.int(), host: z.string() });
/** SQLITE_BUSY. */
const busyCode = 5;

/**
 * Locks a data folder for this process; creates the folder if needed. Returns the function that unlocks it. The kernel
 * holds the lock on a SQLite file, so it ends with the process, even after a crash. A file with a process id would not,
 * and the id may be reused.
 * @throws FolderInUseError if another process uses the folder
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'upvigil.lock');
  const holderFile = `${file}.json`;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // With the journal in memory nothing is written, so it works on a full disk.
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== busyCode) throw error;
    throw new FolderInUseError(readHolder(holderFile));
  }
  chmodSync(file, 0o600);
  recordHolder(holderFile);
  return () => database.close();
}

function readHolder(file: string): string | null {
  try {
    const { pid, host } = holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return `process ${pid} on ${host}`;
  } catch {
    return null;
  }
}

/** Read only by another process, for its error message. */
function recordHolder(file: string): void {
  try {
    const holder: z.output<typeof holderSchema> = { pid: process.pid, host: os.hostname() };
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // For example on a full disk. The lock holds without it.
  }
}
