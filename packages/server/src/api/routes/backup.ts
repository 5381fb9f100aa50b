import { backupEndpoints } from '@upvigil/core/contract/backup';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/texts/backup';
import type { FastifyInstance } from 'fastify';
import type { Backups } from '../../operations/backup/backups.ts';
import { callerOf, requireScope } from '../http/guard-access.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { openBackup } from './open-backup.ts';

export interface BackupRoutesDeps {
  backups: Backups;
}

/** Creates, lists, sends, restores and deletes backups. `app` has @fastify/multipart registered. */
export function backupRoutes(app: FastifyInstance, { backups }: BackupRoutesDeps): void {
  serveEndpoints(app, backupEndpoints, {
    create: ({ query }) => backups.create(query.name ?? null),
    list: async () => ({ backups: await backups.list() }),
    download: ({ params }) => openBackup(backups, params.name),
    async restore({ raw }) {
      // No limit on the upload: it streams to the disk, and the archive's own limits hold there.
      const rules = { maxBytes: Number.POSITIVE_INFINITY, missing: backupMessages.fileMissing };
      const { content } = await receiveUpload(raw, rules);
      const { rows, secretsMissing } = await backups.restore(content);
      const { restored, secretsMissing: remedy } = backupMessages;
      if (secretsMissing === 0) return { message: restored, restored: rows };
      return { message: `${restored} ${remedy(secretsMissing)}`, restored: rows, secrets_missing: secretsMissing };
    },
    async remove({ params }) {
      await backups.remove(params.name);
      return null;
    },
    async cleanup({ raw, query }) {
      // Whoever gets hold of the token of a nightly backup can not have all of them deleted.
      if (query.keep_count < limits.apiToken.keptBackups) requireScope(callerOf(raw), 'admin');
      return backups.cleanUp(query.keep_count);
    },
  });
}
