import { minuteMs } from '@upvigil/core/time';
import {
  createRoutingReader,
  type ReadRoutingFacts,
  type Silence,
} from '../../../alerts/decide/routing/routing-facts-store.ts';
import type { GoingOn } from '../../../alerts/maintenance/shown-maintenance.ts';
import {
  dropNotice,
  endNotice,
  openNotice,
  readOpenNotices,
  rewordNotice,
} from '../../../alerts/notify/notices/notice-store.ts';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import { targetName } from '../../../base/domain/monitor-name.ts';
import type { Presence } from '../../../checks/record/faults/presence.ts';
import { readUnchecked, type UncheckedMonitor } from '../../../checks/record/faults/unchecked-store.ts';
import type { Database } from '../../../storage/database.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';

interface NotCheckedOptions {
  db: Database;
  clock: Clock;
  presence: Presence;
  maintenance: Pick<GoingOn, 'runsAt'>;
  changes: Pick<ChangeFeed, 'publish'>;
  log: { error(fields: object, message: string): void };
}

/** Milliseconds. */
const pauses = { first: 10_000, next: 30_000 } as const;
/** Time to check monitors again after their maintenance. Milliseconds. */
const maintenanceGrace = 5 * minuteMs;

const kind = 'not_checked';
/** Listed only: nobody has been notified, and it is deleted when it is over. */
const listed = { kind, subject: 'listed' } as const;
const notified = { kind, subject: '' } as const;

export type NotChecked = ReturnType<typeof createNotChecked>;

/** Lists the monitors that cannot be checked in one notice, and notifies people once that lasts. */
export function createNotChecked(options: NotCheckedOptions) {
  const { clock, log } = options;
  const readRouting = createRoutingReader();
  let cancel: Cancel | null = null;
  let looking: Promise<void> = Promise.resolve();

  const lookIn = (milliseconds: number): void => {
    cancel = clock.after(milliseconds, () => {
      looking = look(options, readRouting)
        .catch((error: unknown) => log.error({ err: error }, 'unchecked monitors could not be read'))
        .finally(() => cancel && lookIn(pauses.next));
    });
  };
  return {
    start: (): void => lookIn(pauses.first),
    /** Resolves when no check of this condition is under way. */
    settled: (): Promise<void> => looking,
    stop(): Promise<void> {
      cancel?.();
      cancel = null;
      return looking;
    },
  };
}

async function look(
  { db, clock, presence, maintenance, changes }: NotCheckedOptions,
  readRouting: ReadRoutingFacts,
): Promise<void> {
  const now = clock.now();
  const { silences } = await readRouting(db, now);
  const isMuted = (monitor: UncheckedMonitor): boolean => silences.some((silence) => isMeant(silence, monitor));
  const mayRaise = (monitor: UncheckedMonitor): boolean =>
    // The notice `offline` covers these.
    monitor.fault !== 'offline' &&
    !isMuted(monitor) &&
    [now, now - maintenanceGrace].every((at) => maintenance.runsAt(monitor, at).length === 0);
  const unchecked = await readUnchecked(db, now, presence.since());
  const open = await readOpen(db);
  if (unchecked.length === 0 && open.size === 0) return;

  // A notice of an earlier process ends when its monitors were checked, not because this process has just started.
  const lasting = open.size === 0 ? unchecked : await readUnchecked(db, now, 0);
  const { time_zone } = await routingSettings.read(db);
  const steps = planNotices({ unchecked, lasting, open, isMuted, mayRaise }, (monitors) =>
    notCheckedSentence(monitors, now, time_zone),
  );
  if (steps.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const step of steps) await take(trx, step, now);
  });
  if (steps.some(({ isNotified }) => isNotified)) changes.publish({ has_deliveries: true });
}

/** A change of one of the two notices. `isNotified`: people receive a message. */
interface Step {
  notice: typeof listed | typeof notified;
  what: 'open' | 'reword' | 'end' | 'drop';
  message: string;
  isNotified: boolean;
}

interface Found {
  unchecked: readonly UncheckedMonitor[];
  lasting: readonly UncheckedMonitor[];
  /** Sentences of the open notices, by subject. */
  open: ReadonlyMap<string, string>;
  isMuted(monitor: UncheckedMonitor): boolean;
  mayRaise(monitor: UncheckedMonitor): boolean;
}

type WriteSentence = (monitors: readonly UncheckedMonitor[]) => string;

function planNotices(found: Found, sentenceOf: WriteSentence): Step[] {
  const { open } = found;
  const drop: Step[] = open.has(listed.subject)
    ? [{ notice: listed, what: 'drop', message: '', isNotified: false }]
    : [];
  if (open.has(notified.subject)) return [...drop, ...planNotified(found, sentenceOf)];
  const raising = found.unchecked.filter((monitor) => monitor.raisesNotice && found.mayRaise(monitor));
  if (raising.length === 0) return planListed(found, sentenceOf);
  return [...drop, { notice: notified, what: 'open', message: sentenceOf(raising), isNotified: true }];
}

/** Maintenance and being offline delay the notice, but do not end it. */
function planNotified({ unchecked, lasting, open, isMuted, mayRaise }: Found, sentenceOf: WriteSentence): Step[] {
  const keeping = lasting.filter(({ keepsNotice }) => keepsNotice);
  const unmuted = keeping.filter((monitor) => !isMuted(monitor));
  // Without a message if the others are muted, because they were not checked again.
  if (unmuted.length === 0) return [{ notice: notified, what: 'end', message: '', isNotified: keeping.length === 0 }];
  const seen = unchecked.filter((monitor) => monitor.keepsNotice && mayRaise(monitor));
  return reword(notified, open, { seen, lasting: unmuted }, sentenceOf);
}

function planListed({ unchecked, lasting, open, mayRaise }: Found, sentenceOf: WriteSentence): Step[] {
  const found = { seen: unchecked.filter(mayRaise), lasting: lasting.filter(mayRaise) };
  if (open.has(listed.subject)) {
    if (found.lasting.length === 0) return [{ notice: listed, what: 'drop', message: '', isNotified: false }];
    return reword(listed, open, found, sentenceOf);
  }
  if (found.seen.length === 0) return [];
  return [{ notice: listed, what: 'open', message: sentenceOf(found.seen), isNotified: false }];
}

/** A process that started later sees fewer monitors than others: it leaves their sentence unchanged. */
function reword(
  notice: Step['notice'],
  open: Found['open'],
  { seen, lasting }: Record<'seen' | 'lasting', readonly UncheckedMonitor[]>,
  sentenceOf: WriteSentence,
): Step[] {
  if (seen.length === 0 || seen.length < lasting.length) return [];
  const message = sentenceOf(seen);
  return message === open.get(notice.subject) ? [] : [{ notice, what: 'reword', message, isNotified: false }];
}

async function take(trx: Database, { notice, what, message, isNotified }: Step, now: number): Promise<void> {
  if (what === 'open') await openNotice(trx, { ...notice, message, isNotified, now });
  else if (what === 'reword') await rewordNotice(trx, { ...notice, message });
  else if (what === 'end') await endNotice(trx, { ...notice, isNotified, now });
  else await dropNotice(trx, notice);
}

/** Sentences of the open notices, by subject. */
async function readOpen(db: Database): Promise<Map<string, string>> {
  const open = (await readOpenNotices(db)).filter((notice) => notice.kind === kind);
  return new Map(open.map(({ subject, message }) => [subject, message]));
}

/** Whether a silence mutes the monitor or its website. */
const isMeant = ({ website_id, monitor_id }: Silence, monitor: UncheckedMonitor): boolean =>
  monitor_id === monitor.id || website_id === monitor.website_id;

/** Further monitors are counted, not named. */
const mostNamed = 5;

/**
 * '2 monitors are not checked: Shop: https://shop.example.com/ since 12:04 (the proxy cannot be reached); …', the
 * longest first. `now`: milliseconds since the epoch.
 */
function notCheckedSentence(monitors: readonly UncheckedMonitor[], now: number, timeZone: string): string {
  const named = monitors.toSorted((one, other) => one.since - other.since).slice(0, mostNamed);
  const parts = named.map(
    (monitor) =>
      `${monitor.website_name}: ${targetName(monitor)} since ${timeText(monitor.since, now, timeZone)} (${monitor.reason})`,
  );
  const rest = monitors.length - named.length;
  const all = rest > 0 ? [...parts, `and ${rest} more`] : parts;
  return `${monitors.length === 1 ? '1 monitor is' : `${monitors.length} monitors are`} not checked: ${all.join('; ')}`;
}

/** '12:04'; '9 Mar 23:58' on another day. */
function timeText(at: number, now: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  return day.format(at) === day.format(now) ? time.format(at) : `${day.format(at)} ${time.format(at)}`;
}
