import { randomUUID } from 'node:crypto';
import type { Cancel } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import { SendAbortedError } from '../failure-reason.ts';
import { rememberInstallationId } from '../sending/installation-id.ts';
import { createLooker, troubleMilliseconds } from '../sending/look-again.ts';
import { createMessageSender, type MessageSender, type MessageSenderOptions } from './message-sender.ts';
import { laneKey, readDue, readNextDue, releaseAllLeases } from './message-store.ts';

export interface MessageDispatcherOptions
  extends Pick<MessageSenderOptions, 'db' | 'clock' | 'log' | 'channels' | 'links' | 'publicUrl'> {
  changes: Pick<ChangeFeed, 'subscribe' | 'publish'>;
  /** True when no other process sends from this database, as with SQLite: all leases at the start are then left over. */
  isOnlyProcess?: boolean;
  /** How long one attempt may take. */
  sendDeadlineMilliseconds?: number;
}

/** Sends the messages that are no alerts: drills, notices, reports, announcements. */
export interface MessageDispatcher {
  start(): Promise<void>;
  /** Looks now at what is due. */
  poke(): void;
  /** Resolves when all that may be sent now was sent. */
  settled(): Promise<void>;
  /** Waits 3 s for what is being sent, then aborts it. What was not sent stays in the outbox. */
  stop(): Promise<void>;
}

/** How often to look when nothing else happens: other processes write messages, and alerts go before them. */
const idleMilliseconds = 60_000;
const stopGraceMilliseconds = 3_000;

export function createMessageDispatcher(options: MessageDispatcherOptions): MessageDispatcher {
  const { db, clock, log, changes } = options;
  const owner = randomUUID();
  const stopping = new AbortController();
  const send = createMessageSender({
    sendDeadlineMilliseconds: 30_000,
    ...options,
    installation: rememberInstallationId(db),
    owner,
    stopping: stopping.signal,
  });
  let isStopped = false;
  let unsubscribe: (() => void) | undefined;

  /** Begins what can be begun. Resolves with the milliseconds after which to look again. */
  const look = async (): Promise<number> => {
    for (const message of await readDue(db, clock.now())) {
      if (!isStopped && !traffic.isBusy(message)) traffic.begin(message);
    }
    const next = await readNextDue(db, clock.now());
    return next === null ? idleMilliseconds : Math.min(idleMilliseconds, Math.max(0, next - clock.now()));
  };
  const looker = createLooker(clock, look, (error) => log.error({ err: error }, 'the messages could not be read'));

  const traffic = createTraffic(options, send, looker.poke);

  const settled = async (): Promise<void> => {
    while (looker.looking() !== null || traffic.count() > 0) {
      await Promise.all([looker.looking(), traffic.settled()]);
    }
  };

  return {
    poke: looker.poke,
    settled,
    async start() {
      if (options.isOnlyProcess) await releaseAllLeases(db);
      unsubscribe = changes.subscribe((change) => {
        if (change.has_deliveries) looker.poke();
      });
      looker.poke();
    },
    async stop() {
      unsubscribe?.();
      isStopped = true;
      looker.stop();
      const endGrace = clock.after(stopGraceMilliseconds, () =>
        stopping.abort(new SendAbortedError('broken off: the program was stopped')),
      );
      await settled();
      traffic.stop();
      endGrace();
    },
  };
}

/** Messages being sent, one per lane at a time, so that a channel that hangs delays only its own messages. */
function createTraffic(
  { clock, log }: Pick<MessageDispatcherOptions, 'clock' | 'log'>,
  send: MessageSender,
  look: () => void,
) {
  const sending = new Map<string, Promise<void>>();
  let cancelLook: Cancel = () => undefined;
  const begin = (message: MessageRow): void => {
    const key = laneKey(message);
    const work = send(message).then(
      () => {
        sending.delete(key);
        look();
      },
      (error: unknown) => {
        log.error({ err: error, message_id: message.id }, 'a message was not marked');
        sending.delete(key);
        cancelLook();
        // Not at once: it would be tried as fast as the database refuses.
        cancelLook = clock.after(troubleMilliseconds, look);
      },
    );
    sending.set(key, work);
  };
  return {
    begin,
    count: () => sending.size,
    isBusy: (message: MessageRow): boolean => sending.has(laneKey(message)),
    settled: async () => void (await Promise.all(sending.values())),
    stop: () => cancelLook(),
  };
}
