import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { DatabaseTransaction, Storage } from '../../../storage/database.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { openTestStorage } from '../../../testing/test-storage.ts';
import { testBackups } from './test-backups.ts';

/** Waits until another connection wants a row that this transaction has locked. */
const someoneWaits = (transaction: DatabaseTransaction): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
    if ((await waiting.execute(transaction)).rows.length === 0) throw new Error('nobody waits');
  }, 5000);

/** A notification lab with a monitor, which is backed up and restored. */
export type RestoreLab = Awaited<ReturnType<typeof openRestoreLab>>;

export async function openRestoreLab() {
  const lab = await openNotificationLab();
  const monitor = await makeMonitor(lab.db);
  const closers = [() => lab.close()];
  const settledStatuses = async () => {
    await lab.settled();
    return (await lab.ledger()).map(({ status }) => status);
  };
  return {
    ...lab,
    monitor,
    async backUp(): Promise<Buffer> {
      const backups = testBackups(lab, { clock: lab.clock });
      const { name } = await backups.create(null);
      return readFileSync((await backups.find(name)).file);
    },
    /** `beforeCommit` is called when all rows were replaced. */
    async restore(archive: Buffer, beforeCommit?: () => void): Promise<void> {
      const storage: Storage = {
        ...lab.storage,
        async continueIds(transaction) {
          await lab.storage.continueIds(transaction);
          beforeCommit?.();
          if (beforeCommit && lab.storage.dialect === 'postgres') await someoneWaits(transaction);
        },
      };
      await testBackups({ ...lab, storage }, { clock: lab.clock }).restore(Readable.from([archive]));
    },
    /** Restores into an empty installation, which is closed with the lab. Returns its database. */
    async restoreElsewhere(archive: Buffer) {
      const other = await openTestStorage();
      closers.push(() => other.close());
      await testBackups(other, { clock: lab.clock }).restore(Readable.from([archive]));
      return other.db;
    },
    /** The numbers of sent emails and SMS. */
    sent: () => [lab.smtp.messages.length, lab.sms.messages.length],
    /** The statuses of all deliveries, once the outbox is idle. */
    settledStatuses,
    /** Runs the outbox once. */
    async runOutbox(): Promise<void> {
      const outbox = await lab.startOutbox();
      if ((await settledStatuses()).includes('pending')) throw new Error('a delivery still waits');
      await outbox.stop();
    },
    close: async () => {
      for (const close of closers.reverse()) await close();
    },
  };
}
