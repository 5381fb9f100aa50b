import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';

/** Another process has the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** 'process 4711 on host', as it said of itself; null when it did not. */
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
 * Takes a data folder for this process and makes it if need be. Returns how to give it back. The lock is the kernel's,
 * through an empty SQLite file: it ends with the process, however that ends, and knows no process by a number that another
 * may have.
 * @throws FolderInUseError
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'upvigil.lock');
  const holderFile = `${file}.json`;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // A journal in memory: nothing is written, so that a full disk does not stand in the way.
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

/** Only for the sentence that another process ends with: the lock holds without it. */
function sayWhoHolds(file: string): void {
  try {
    const holder: z.output<typeof holderSchema> = { pid: process.pid, host: os.hostname() };
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // As on a full disk.
  }
}
