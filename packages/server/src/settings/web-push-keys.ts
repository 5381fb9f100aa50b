import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { Secrets, SecretsIn } from './secrets/secrets.ts';

/** The setting that holds the keys by which browser push knows this installation. No backup holds it. */
export const webPushKeysKey = 'web_push_keys';

const storedKeys = z.object({ public_key: z.string(), private_key: z.string() });
type WebPushKeys = z.output<typeof storedKeys>;

export const webPushSecrets: SecretsIn<WebPushKeys> = { fields: ['private_key'], place: 'web_push' };

/** The public key (RFC 8292, section 3.2): an uncompressed point of P-256, base64url. Makes a pair where there is none. */
export async function webPushPublicKey(db: Database, secrets: Pick<Secrets, 'seal'>): Promise<string> {
  const stored = await findKeys(db);
  if (stored) return stored.public_key;
  return db.transaction().execute(async (trx) => {
    const value = JSON.stringify(await secrets.seal(trx, makeKeys(), webPushSecrets));
    await trx
      .insertInto('settings')
      .values({ key: webPushKeysKey, value })
      // Of several processes that do so at once, one wins.
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const made = await findKeys(trx);
    if (!made) throw new Error('the keys of browser push were deleted just after they were made');
    return made.public_key;
  });
}

async function findKeys(db: Database): Promise<WebPushKeys | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', webPushKeysKey).executeTakeFirst();
  return row ? storedKeys.parse(JSON.parse(row.value)) : null;
}

function makeKeys(): WebPushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (!x || !y || !d) throw new Error('a key of P-256 has two coordinates and a number');
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { public_key: point.toString('base64url'), private_key: d };
}
