import { limitLockKey } from '../access/limits/limit-lock.ts';
import { passwordHashKey } from '../access/password-store.ts';
import { installationIdKey } from '../notifications/sending/installation-id.ts';
import { channelTurnKey } from '../notifications/turn-store.ts';
import { secretKeyKey } from '../settings/secrets/secret-key.ts';
import { webPushKeysKey } from '../settings/web-push-keys.ts';

/** Settings that belong to the installation: no backup holds them, and no restore touches them. */
export const installationKeys: ReadonlySet<unknown> = new Set<string>([
  ...[passwordHashKey, secretKeyKey, installationIdKey, webPushKeysKey, channelTurnKey, limitLockKey],
]);
