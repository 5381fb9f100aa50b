import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { limits } from '@upvigil/core/limits';
import type { Database } from '../../storage/database.ts';
import type { HashCost } from '../password-store.ts';

/** Crockford's base32: five bits a letter, and none that is taken for another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const letters = 10;
const saltBytes = 16;

/** A code of 50 random bits, as a person writes it down: 'k3x9q-7mzt2'. */
function newRecoveryCode(): string {
  const text = [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${text.slice(0, letters / 2)}-${text.slice(letters / 2)}`;
}

/** As it is hashed: without what a person adds, and with what is easily taken for another letter as that. */
const plainRecoveryCode = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

/**
 * Slow, as for passwords: 50 bits that a fast hash guards are found out in hours by whoever reads the database. All codes of a person
 * have one salt, so that a try costs one hash.
 */
const hashCode = async (code: string, salt: string, cost: HashCost): Promise<string> =>
  (await hashRaw(plainRecoveryCode(code), { ...cost, salt: Buffer.from(salt, 'base64') })).toString('base64');

/** Codes of a person, before they are stored. Hashing takes a while, so that it is done before the transaction. */
export interface MadeCodes {
  codes: string[];
  salt: string;
  hashes: string[];
}

export async function makeRecoveryCodes(cost: HashCost): Promise<MadeCodes> {
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, newRecoveryCode);
  const salt = randomBytes(saltBytes).toString('base64');
  const hashes: string[] = [];
  // One after the other: each takes the memory of `cost`.
  for (const code of codes) hashes.push(await hashCode(code, salt, cost));
  return { codes, salt, hashes };
}

const ofPerson = (userId: number | null) => ['user_id', userId === null ? 'is' : '=', userId] as const;

/** Stores codes in place of those that were. */
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

/** The hash that a code of this person has; null where there are no codes. */
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

/** Uses a code up. Of several who do so at once one gets true. */
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
