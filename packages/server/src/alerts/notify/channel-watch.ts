import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { type ChannelRecipient, type ChannelsByKind, listChannelRecipients } from './channel-recipients.ts';
import { readDrillRecords, repeatDrill, startDrills } from './drills/drill-store.ts';
import { drillsToRepeat, dueDrills } from './drills/due-drills.ts';
import { channelLockKey, takeLeaderLock } from './leader-lock.ts';
import { forgetExpiredLinks } from './link-tokens.ts';
import { evaluateChannels } from './notices/channel-notices.ts';
import { endNotice, openNotice, readOpenNotices } from './notices/notice-store.ts';
import { forgetSettled } from './outbox/message-store.ts';
import { createPoller } from './sending/poller.ts';

interface ChannelWatchOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  channels: ChannelsByKind;
  log: { error(fields: object, message: string): void };
}

/** Shorter than a minute, because a run takes part of it. */
const lockMilliseconds = 55_000;
const keptMilliseconds = 90 * 24 * 60 * minuteMs;

export type ChannelWatch = ReturnType<typeof createChannelWatch>;

/** Sends due drills, and opens and ends notices about channels. Runs in one process at a time. */
export function createChannelWatch({ db, clock, changes, channels, log }: ChannelWatchOptions) {
  const poller = createPoller(
    clock,
    async () => {
      const isNews = await db.transaction().execute(async (trx) => {
        const now = clock.now();
        if (!(await takeLeaderLock(trx, channelLockKey, lockMilliseconds, now))) return false;
        await forgetExpiredLinks(trx, now);
        await forgetSettled(trx, now - keptMilliseconds);
        return look(trx, channels, now);
      });
      if (isNews) changes.publish({ has_deliveries: true });
      return minuteMs;
    },
    (error) => log.error({ err: error }, 'the channels could not be checked'),
  );
  return {
    start: poller.wake,
    /** Resolves when the current run is over. */
    settled: async (): Promise<void> => void (await poller.running()),
    async stop(): Promise<void> {
      poller.stop();
      await poller.running();
    },
  };
}

/** Returns whether messages were added. */
async function look(trx: Database, channels: ChannelsByKind, now: number): Promise<boolean> {
  const states = await trx.selectFrom('channel_states').selectAll().where('failing_since', 'is not', null).execute();
  const open = (await readOpenNotices(trx)).filter(({ kind }) => kind.startsWith('channel_'));
  const records = await readDrillRecords(trx);
  const { drill_channels } = await generalSettings.read(trx);
  const isDrilling = Object.values(drill_channels).some(Boolean) || (await hasOwnChannels(trx));
  if (!isDrilling && states.length === 0 && open.length === 0 && records.size === 0) return false;

  const recipients = await listChannelRecipients(trx, channels);
  const usable = recipients.filter(({ offReason }) => offReason === null);
  const drilled = usable.filter(({ ref }) => typeof ref === 'number' || drill_channels[ref]);
  const { begin, end } = evaluateChannels({ states, recipients, drilled, records, open, now });
  for (const notice of end) await endNotice(trx, { ...notice, now });
  for (const notice of begin) await openNotice(trx, { ...notice, now });
  const circumstances = { records, timeZone: (await routingSettings.read(trx)).time_zone, now };
  const due: ChannelRecipient[] = await dueDrills(drilled, circumstances);
  await startDrills(trx, due, now);
  const again = drillsToRepeat(usable, circumstances);
  for (const { id, destination } of again) await repeatDrill(trx, id, destination, now);
  return begin.length + end.length + due.length + again.length > 0;
}

async function hasOwnChannels(trx: Database): Promise<boolean> {
  const row = await trx.selectFrom('channels').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}
