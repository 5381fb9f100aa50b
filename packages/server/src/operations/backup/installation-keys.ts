import { limitLockKey } from '../../access/limit-lock.ts';
import { passwordHashKey } from '../../access/password-store.ts';
import { channelLockKey } from '../../alerts/notify/leader-lock.ts';
import { installationIdKey } from '../../alerts/notify/sending/installation-id.ts';
import { sweepLockKey } from '../../checks/heartbeats/sweep.ts';
import { parentsLockKey } from '../../checks/monitors/parents.ts';
import { secretKeyKey } from '../../storage/settings/secrets/secret-key.ts';
import { webPushKeysKey } from '../../storage/settings/web-push-keys.ts';

import { backupScheduleStateKey } from './schedule/schedule-store.ts';

/** Settings that belong to the installation: backups leave them out, and restores do not change them. */
export const installationKeys: ReadonlySet<unknown> = new Set<string>([
  ...[
    passwordHashKey,
    secretKeyKey,
    installationIdKey,
    webPushKeysKey,
    channelLockKey,
    limitLockKey,
    parentsLockKey,
    sweepLockKey,
    backupScheduleStateKey,
  ],
]);
