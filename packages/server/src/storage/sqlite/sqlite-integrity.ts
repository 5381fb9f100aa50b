import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: ReadonlySet<unknown> = new Set([11, 26]);
/** The integrity check reads the whole file, about 200 MiB a second. For a larger one it would hold up the start. */
const checkedUpToBytes = 128 * 1024 * 1024;

/** The driver's words for what is wrong, when an error says that the file is damaged; else null. */
export function damageOf(error: unknown): string | null {
  const { errcode, message } = error as { errcode?: unknown; message?: string };
  return damageCodes.has(errcode) ? (message ?? 'damaged') : null;
}

/** Checks the structure of the file. Returns what is wrong, or null. Does not check a large file. */
export async function findDamage(db: Database, file: string): Promise<string | null> {
  if (statSync(file).size > checkedUpToBytes) return null;
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const [first] = rows;
    return first && first.quick_check !== 'ok' ? first.quick_check.replace(/\s+/g, ' ') : null;
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    return damage;
  }
}
