import { passwordHashKey } from '../access/password-store.ts';
import { channelTurnKey } from '../notifications/turn-store.ts';
import { secretKeyKey } from '../settings/secrets/secret-key.ts';

/** Settings that belong to the installation: no backup holds them, and no restore touches them. */
export const installationKeys: ReadonlySet<unknown> = new Set<string>([passwordHashKey, secretKeyKey, channelTurnKey]);
