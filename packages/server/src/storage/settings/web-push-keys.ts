import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { OtherKeyError } from '../../base/sealed-text.ts';
import type { Database } from '../database.ts';
import type { Secrets, SecretsIn } from './secrets/secrets.ts';

/** The setting that holds the keys. A backup leaves it out: they belong to the installation that browsers subscribed to. */
export const webPushKeysKey = 'web_push_keys';

/** Keys by which push services know the installation (VAPID, RFC 8292, section 3.2), base64url without padding. */
export interface WebPushKeys {
  /** 65 bytes, as browsers want it for `applicationServerKey`. */
  public_key: string;
  /** 32 bytes; sealed where it is stored. */
  private_key: string;
}

const stored = z.object({ public_key: z.string(), private_key: z.string() });

/** Which of them is sealed, and for where. */
export const webPushSecrets: SecretsIn<WebPushKeys> = { fields: ['private_key'], place: webPushKeysKey };

/** The keys with the private one readable; made where there are none. @throws OtherKeyError when it cannot be opened */
export async function readWebPushKeys(db: Database, secrets: Pick<Secrets, 'seal' | 'open'>): Promise<WebPushKeys> {
  return secrets.open((await findKeys(db)) ?? (await makeKeys(db, secrets)), webPushSecrets);
}

/**
 * The public key, with which a browser subscribes. Where the private one can no longer be opened, nothing can be sent to those
 * that subscribed: others are made, so that browsers can be added again.
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

/** Of several processes that do so at once, one wins. */
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

/** A pair that is not stored yet. */
export function newWebPushKeys(): WebPushKeys {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  // A number that begins with zeros is shorter, and is to have 32 bytes all the same.
  const private_key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { public_key, private_key };
}
