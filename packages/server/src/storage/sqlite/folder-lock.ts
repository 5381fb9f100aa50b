import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';

/** Another process uses the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** 'process 4711 on host', as the other process wrote; null when it did not. */
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
 * Locks a data folder for this process, and makes it if need be. Returns a function that unlocks it. The lock is one of
 * the kernel on a SQLite file, so it ends with the process, however that ends. A file with a process id would not: another
 * process may get the same id.
 * @throws FolderInUseError when another process uses the folder
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'upvigil.lock');
  const holderFile = `${file}.json`;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // With the journal in memory nothing is written, so that it works on a full disk.
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== busyCode) throw error;
    throw new FolderInUseError(readHolder(holderFile));
  }
  chmodSync(file, 0o600);
  sayWhoHolds(holderFile);
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

/** Only for the message of another process that finds the lock taken. */
function sayWhoHolds(file: string): void {
  try {
    const holder: z.output<typeof holderSchema> = { pid: process.pid, host: os.hostname() };
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // As on a full disk: the lock holds all the same.
  }
}
