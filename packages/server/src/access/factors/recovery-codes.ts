import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { limits } from '@upvigil/core/limits';
import type { Database } from '../../storage/database.ts';
import type { HashCost } from '../password-store.ts';

/** Crockford's base32: five bits a letter, no look-alikes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const letters = 10;
const saltBytes = 16;

/** 50 random bits, written as 'k3x9q-7mzt2'. */
function newRecoveryCode(): string {
  const text = [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${text.slice(0, letters / 2)}-${text.slice(letters / 2)}`;
}

/** The form that is hashed: without separators, with look-alikes replaced. */
const plainRecoveryCode = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

/**
 * A slow hash, as for passwords: with a fast one, a reader of the database finds 50 bits in hours. All codes of a
 * person share one salt, so that an attempt costs one hash.
 */
const hashCode = async (code: string, salt: string, cost: HashCost): Promise<string> =>
  (await hashRaw(plainRecoveryCode(code), { ...cost, salt: Buffer.from(salt, 'base64') })).toString('base64');

/** Codes that are not stored yet. Hashing is slow, so it happens before the transaction. */
interface MadeCodes {
  codes: string[];
  salt: string;
  hashes: string[];
}

export async function makeRecoveryCodes(cost: HashCost): Promise<MadeCodes> {
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, newRecoveryCode);
  const salt = randomBytes(saltBytes).toString('base64');
  const hashes: string[] = [];
  // Sequentially: each hash takes the memory of `cost`.
  for (const code of codes) hashes.push(await hashCode(code, salt, cost));
  return { codes, salt, hashes };
}

const ofPerson = (userId: number | null) => ['user_id', userId === null ? 'is' : '=', userId] as const;

/** Replaces the stored codes. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: number | null,
  { salt, hashes }: MadeCodes,
): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, salt, hash })))
    .execute();
}

export async function countRecoveryCodes(db: Database, userId: number | null): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where(...ofPerson(userId))
    .select(({ fn }) => fn.countAll<number | string>().as('left'))
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** The hash of `code` with this person's salt; null when they have no codes. */
export async function hashForPerson(
  db: Database,
  userId: number | null,
  code: string,
  cost: HashCost,
): Promise<string | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('salt')
    .where(...ofPerson(userId))
    .executeTakeFirst();
  return row ? hashCode(code, row.salt, cost) : null;
}

/** Consumes a code. Of several concurrent requests one gets true. */
export async function useRecoveryCode(db: Database, userId: number | null, hash: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('recovery_codes')
    .where(...ofPerson(userId))
    .where('hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function deleteRecoveryCodes(db: Database, userId: number | null): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where(...ofPerson(userId))
    .execute();
}
