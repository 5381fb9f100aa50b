import { open } from 'node:fs/promises';
import { limits } from '@upvigil/core/limits';
import { backupMessages } from '@upvigil/core/texts/backup';
import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { unknownBackup } from '../../operations/backup/backup-files.ts';
import type { Backups } from '../../operations/backup/backups.ts';
import type { Restored } from '../../operations/backup/restore-backup.ts';
import type { DailyBackups } from '../../operations/backup/schedule/daily-backups.ts';
import { backupScheduleStore } from '../../operations/backup/schedule/schedule-store.ts';
import { callerOf, requireScope } from '../http/guard-access.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { type FileAnswer, serveEndpoints } from '../http/serve-endpoints.ts';
import { withChange } from './monitor-settings.ts';

interface BackupRoutesDeps {
  backups: Backups;
  daily: Pick<DailyBackups, 'describe'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

function restoreAnswer({ rows, secretsMissing }: Restored) {
  const { restored, secretsMissing: remedy } = backupMessages;
  if (secretsMissing === 0) return { message: restored, restored: rows };
  return { message: `${restored} ${remedy(secretsMissing)}`, restored: rows, secrets_missing: secretsMissing };
}

/** `app` has @fastify/multipart registered. */
export function backupRoutes(app: FastifyInstance, { backups, daily, changes }: BackupRoutesDeps): void {
  serveEndpoints(app, 'backup', {
    async create({ query, event }) {
      const backup = await backups.create(query.name ?? null);
      await event.writeLate();
      return backup;
    },
    list: async () => ({ backups: await backups.list() }),
    download: ({ params }) => openBackup(backups, params.name),
    async restore({ raw, event }) {
      // The upload has no limit: it streams to the disk, and the archive's own limits apply.
      const rules = { maxBytes: Number.POSITIVE_INFINITY, missing: backupMessages.fileMissing };
      const { content } = await receiveUpload(raw, rules);
      return restoreAnswer(await backups.restore(content, event.write));
    },
    restoreStored: async ({ params, event }) => restoreAnswer(await backups.restoreStored(params.name, event.write)),
    async contents({ params }) {
      const { rows, ...content } = await backups.describe(params.name);
      const { websites, monitors, checks, alerts } = rows;
      return { ...content, websites, monitors, checks, alerts };
    },
    getSchedule: () => daily.describe(),
    async updateSchedule({ body, change }) {
      await change(async (trx) => {
        await backupScheduleStore.save(trx, withChange(await backupScheduleStore.read(trx), body));
      });
      changes.publish({ is_structural: true });
      return daily.describe();
    },
    async remove({ params, event }) {
      await backups.remove(params.name);
      await event.writeLate();
      return null;
    },
    async cleanup({ raw, query, event }) {
      // A stolen token for nightly backups must not be able to delete them all.
      if (query.keep_count < limits.apiToken.keptBackups) requireScope(callerOf(raw), 'admin');
      const done = await backups.cleanUp(query.keep_count);
      await event.writeLate();
      return done;
    },
  });
}

/**
 * The open file of a backup. It can be sent to the end even when the backup is deleted in the meantime.
 * @throws RequestError `notFound` when there is no such backup
 */
async function openBackup(backups: Pick<Backups, 'find'>, wanted: string): Promise<FileAnswer> {
  const { name, file } = await backups.find(wanted);
  const handle = await open(file).catch(() => {
    throw unknownBackup();
  });
  const { size, ctimeNs } = await handle.stat({ bigint: true });
  return {
    fileName: name,
    contentType: 'application/gzip',
    size: Number(size),
    cacheControl: 'private, no-store',
    // A finished backup never changes; a later file of the same name has another ctime.
    etag: `"${size.toString(36)}-${ctimeNs.toString(36)}"`,
    handle,
  };
}
