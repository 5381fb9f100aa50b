import { z } from 'zod';
import type { Database } from '../database.ts';
import { parseStored } from './stored-settings.ts';

/** One group of settings, stored as JSON under one key. */
export interface SettingStore<Settings> {
  readonly key: string;
  /** Of the stored value. A field that an older program did not store gets its default. */
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
      // A schema takes anything: that what it is given has its input's type is for it to find out.
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
 * Takes the row of a setting until the transaction ends, in both databases: of two who ask, one waits and then sees what the other did.
 * Where there is none yet, `initial` is stored.
 */
export async function lockSetting(trx: Database, key: string, initial: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key, value: initial })
    // Writing what is there takes the row.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
    .execute();
}
