import { z } from 'zod';
import type { Database } from '../database.ts';
import { parseStored } from './stored-settings.ts';

/** A group of settings, stored as JSON under one key. */
export interface SettingStore<Settings> {
  readonly key: string;
  /** Parses the stored value. Fields that an older version did not store get their defaults. */
  readonly schema: z.ZodType<Settings>;
  read(db: Database): Promise<Settings>;
  save(db: Database, settings: Settings): Promise<void>;
}

export function createSettingStore<Schema extends z.ZodObject>(
  key: string,
  schema: Schema,
  initial: z.output<Schema>,
): SettingStore<z.output<Schema>> {
  return {
    key,
    schema: z
      .record(z.string(), z.unknown())
      .transform((stored): unknown => ({ ...initial, ...stored }))
      // A schema validates any input, so the type of its input does not matter here.
      .pipe(schema as unknown as z.ZodType<z.output<Schema>>),
    async read(db) {
      const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
      return row ? parseStored(schema, row.value, initial) : initial;
    },
    async save(db, settings) {
      const value = JSON.stringify(settings);
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
  };
}

/**
 * Locks the row of a setting until the transaction ends, in both databases: concurrent transactions wait and then see
 * the changes. Stores `initial` if there is no row.
 */
export async function lockSetting(trx: Database, key: string, initial: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key, value: initial })
    // Writing the existing value locks the row.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
    .execute();
}
