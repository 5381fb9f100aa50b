import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { OtherKeyError } from '../../base/sealed-text.ts';
import type { Database } from '../database.ts';
import type { Secrets, SecretsIn } from './secrets/secrets.ts';

/** Setting with the keys. Backups exclude it, because browsers subscribe to one installation. */
export const webPushKeysKey = 'web_push_keys';

/** Keys that identify the installation to push services (VAPID, RFC 8292, section 3.2), base64url without padding. */
export interface WebPushKeys {
  /** 65 bytes, the form of `applicationServerKey`. */
  public_key: string;
  /** 32 bytes, encrypted in the database. */
  private_key: string;
}

const stored = z.object({ public_key: z.string(), private_key: z.string() });

export const webPushSecrets: SecretsIn<WebPushKeys> = { fields: ['private_key'], place: webPushKeysKey };

/**
 * The keys, with the private one decrypted; generated if there are none.
 * @throws OtherKeyError if it cannot be decrypted
 */
export async function readWebPushKeys(db: Database, secrets: Pick<Secrets, 'seal' | 'open'>): Promise<WebPushKeys> {
  return secrets.open((await findKeys(db)) ?? (await makeKeys(db, secrets)), webPushSecrets);
}

/**
 * The public key for subscriptions. If the private key cannot be decrypted, existing subscriptions are lost, so new
 * keys are generated and browsers can be added again.
 */
export async function webPushPublicKey(db: Database, secrets: Pick<Secrets, 'seal' | 'open'>): Promise<string> {
  try {
    return (await readWebPushKeys(db, secrets)).public_key;
  } catch (error) {
    if (!(error instanceof OtherKeyError)) throw error;
    await db.deleteFrom('settings').where('key', '=', webPushKeysKey).execute();
    return (await readWebPushKeys(db, secrets)).public_key;
  }
}

async function findKeys(db: Database): Promise<WebPushKeys | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', webPushKeysKey).executeTakeFirst();
  return row ? stored.parse(JSON.parse(row.value)) : null;
}

/** If several processes do so at once, one of them wins. */
async function makeKeys(db: Database, secrets: Pick<Secrets, 'seal'>): Promise<WebPushKeys> {
  await db.transaction().execute(async (trx) => {
    const value = JSON.stringify(await secrets.seal(trx, newWebPushKeys(), webPushSecrets));
    await trx
      .insertInto('settings')
      .values({ key: webPushKeysKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  });
  const made = await findKeys(db);
  if (!made) throw new Error('the keys of browser push were deleted just after they were made');
  return made;
}

/** An unsaved pair. */
export function newWebPushKeys(): WebPushKeys {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  // `getPrivateKey` omits leading zeros, but the key must have 32 bytes.
  const private_key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { public_key, private_key };
}
