import type { Database, DatabaseTransaction } from '../storage/database.ts';
import type { DeviceCodeRow } from '../storage/tables/factor-tables.ts';

export async function deleteExpiredDevices(db: Database, now: number): Promise<void> {
  await db.deleteFrom('device_codes').where('expires_at', '<=', now).execute();
}

export async function countDevices(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('device_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Hashes of device codes without an approval, the oldest first. */
export async function listWaitingDevices(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('device_codes')
    .select('hash')
    .where('approved_at', 'is', null)
    .orderBy('expires_at')
    .execute();
  return rows.map(({ hash }) => hash);
}

export async function deleteWaitingDevice(db: Database, hash: string): Promise<void> {
  await db.deleteFrom('device_codes').where('hash', '=', hash).where('approved_at', 'is', null).execute();
}

/** Returns false when another device has this user code. */
export async function insertDevice(
  db: Database,
  { hash, userCode, expiresAt }: { hash: string; userCode: string; expiresAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('device_codes')
    .values({
      hash,
      user_code: userCode,
      user_id: null,
      approved_at: null,
      asked_at: null,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns false when no device waits with this code. */
export async function approveDevice(
  trx: DatabaseTransaction,
  { userCode, userId, now }: { userCode: string; userId: number | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('device_codes')
    .set({ user_id: userId, approved_at: now })
    .where('user_code', '=', userCode)
    .where('approved_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findDevice(db: Database, hash: string, now: number): Promise<DeviceCodeRow | null> {
  const row = await db
    .selectFrom('device_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteDeviceAsked(db: Database, hash: string, now: number): Promise<void> {
  await db.updateTable('device_codes').set({ asked_at: now }).where('hash', '=', hash).execute();
}

/** Consumes an approval. Of several concurrent requests only one gets it. */
export async function takeApprovedDevice(db: Database, hash: string, now: number): Promise<DeviceCodeRow | null> {
  const row = await db
    .deleteFrom('device_codes')
    .where('hash', '=', hash)
    .where('approved_at', 'is not', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Revokes this person's approvals that were not yet exchanged for a token. */
export async function deleteApprovalsOf(db: Database, userId: number | null): Promise<void> {
  await db
    .deleteFrom('device_codes')
    .where('approved_at', 'is not', null)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute();
}
