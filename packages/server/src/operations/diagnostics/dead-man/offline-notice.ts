import { endNotice, openNotice } from '../../../alerts/notify/notices/notice-store.ts';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import { decodeLastFault } from '../../../base/domain/last-fault.ts';
import type { UplinkNews } from '../../../checks/engine/offline/uplink-news.ts';
import type { Database } from '../../../storage/database.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';

interface OfflineNoticeOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

export type OfflineNotice = ReturnType<typeof createOfflineNotice>;

const retryMilliseconds = 5_000;

/**
 * Notifies people of offline periods, in order. An unavailable database (for example behind the same uplink) only
 * delays that.
 */
export function createOfflineNotice({ db, clock, changes, log }: OfflineNoticeOptions) {
  const waiting: UplinkNews[] = [];
  let storing: Promise<void> | null = null;
  let cancel: Cancel = () => undefined;

  const storeAll = async (): Promise<void> => {
    cancel();
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        await store(db, next);
        waiting.shift();
        changes.publish({ has_deliveries: true });
      }
    } catch (error) {
      log.error({ err: error }, 'the offline state of this host could not be stored; retrying');
      cancel = clock.after(retryMilliseconds, () => void begin());
    }
  };
  const begin = (): Promise<void> => {
    storing ??= storeAll().finally(() => {
      storing = null;
    });
    return storing;
  };
  return {
    note(news: UplinkNews): void {
      logNews(log, news);
      waiting.push(news);
      void begin();
    },
    /** Stores what is left, if the database is available. */
    async stop(): Promise<void> {
      if (waiting.length > 0) await begin();
      cancel();
    },
  };
}

function logNews(log: OfflineNoticeOptions['log'], news: UplinkNews): void {
  if (news.state === 'answered') return;
  const since = new Date(news.since).toISOString();
  if (news.state === 'offline') {
    log.warn(
      { since },
      'No target and no reference answers: this host seems to be offline. Unanswered checks do not count',
    );
  } else {
    log.warn(
      { since, monitors: news.monitor_ids.length },
      'A target or a reference answers again: this host is not offline any more',
    );
  }
}

const only = { kind: 'offline', subject: '' } as const;

function store(db: Database, news: UplinkNews): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { time_zone } = await routingSettings.read(trx);
    if (news.state === 'offline') {
      await openNotice(trx, { ...only, message: offlineSince(news.since, time_zone), now: news.since });
      return;
    }
    // A killed process stored no end: the first answer after the restart ends the period.
    const began = await beganAt(trx);
    if (began === null) return;
    const ended = news.state === 'over' ? news.ended : news.at;
    const unjudged = new Set(await findUnjudged(trx, began));
    for (const id of news.state === 'over' ? news.monitor_ids : []) unjudged.add(id);
    await endNotice(trx, { ...only, now: ended, message: offlineOver(began, ended, time_zone, unjudged.size) });
  });
}

async function beganAt(trx: Database): Promise<number | null> {
  const row = await trx
    .selectFrom('notices')
    .select('began_at')
    .where('kind', '=', only.kind)
    .where('subject', '=', only.subject)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.began_at ?? null;
}

/** Faults that say nothing about the target. */
const unjudgedReasons: ReadonlySet<string> = new Set(['offline', 'no-route', 'resolver']);

/** Monitors whose last fault since then has one of these reasons, in any process. */
async function findUnjudged(trx: Database, since: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('monitors')
    .select(['id', 'last_fault'])
    .where('last_fault', 'is not', null)
    .execute();
  return rows.flatMap(({ id, last_fault }) => {
    const fault = decodeLastFault(last_fault);
    return fault && unjudgedReasons.has(fault.reason) && Date.parse(fault.at) >= since ? [id] : [];
  });
}

/** '12:04' in a time zone; '9 Mar 23:58' when the days differ. Milliseconds since the epoch. */
function timesOfDay(began: number, ended: number, timeZone: string): [began: string, ended: string] {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  if (day.format(began) === day.format(ended)) return [time.format(began), time.format(ended)];
  const whole = (at: number): string => `${day.format(at)} ${time.format(at)}`;
  return [whole(began), whole(ended)];
}

const offlineSince = (began: number, timeZone: string): string =>
  `offline since ${timesOfDay(began, began, timeZone)[0]}`;

/** `unjudged`: the number of monitors with a check that had no verdict. */
function offlineOver(began: number, ended: number, timeZone: string, unjudged: number): string {
  const monitors = unjudged === 1 ? '1 monitor was' : `${unjudged} monitors were`;
  return `offline ${timesOfDay(began, ended, timeZone).join(' to ')}; ${monitors} not judged`;
}
