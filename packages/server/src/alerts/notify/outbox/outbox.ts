import { randomUUID } from 'node:crypto';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { ChannelsByKind } from '../channel-recipients.ts';
import { SendAbortedError } from '../failure-reason.ts';
import type { LinkMaker } from '../link-tokens.ts';
import type { AcknowledgeLinkOf } from '../message/acknowledge-link.ts';
import { rememberInstallationId } from '../sending/installation-id.ts';
import { createAlertQueue } from './alert-queue.ts';
import { deliveryRows, makeAllDue, readUsedKinds } from './delivery-store.ts';
import { createKindRunners } from './kind-runners.ts';
import { createMessageQueue } from './message-queue.ts';
import { messageRows } from './message-store.ts';
import type { OutboxContext, OutboxLog } from './queue.ts';
import { createQueueRunner } from './queue-runner.ts';
import { createSender } from './sender.ts';

export interface OutboxOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  changes: Pick<ChangeFeed, 'subscribe' | 'publish'>;
  channels: ChannelsByKind;
  links: LinkMaker;
  /** The server's public address for links, without a trailing slash. */
  publicUrl: () => string;
  /** Absent: messages have no link to acknowledge. */
  acknowledgeLinkOf?: AcknowledgeLinkOf;
  /**
   * True when no other process sends from this database, as with SQLite: leases found at the start are then left
   * over.
   */
  isOnlyProcess?: boolean;
  /** Time limit of one attempt. */
  sendDeadlineMilliseconds?: number;
}

export type Outbox = ReturnType<typeof createOutbox>;

const stopGraceMilliseconds = 3_000;
/** The wall clock was set back when it lags the monotonic clock by more than this. */
const clockSetBackMilliseconds = 5_000;

/** Sends alerts and all other messages on every channel. */
export function createOutbox(options: OutboxOptions) {
  const { db, clock, log, changes, channels } = options;
  const stopping = new AbortController();
  const context: OutboxContext = {
    db,
    clock,
    log,
    changes,
    publicUrl: options.publicUrl,
    owner: randomUUID(),
    stopping: stopping.signal,
    installation: rememberInstallationId(db),
    sendDeadlineMilliseconds: options.sendDeadlineMilliseconds ?? 30_000,
  };
  const send = createSender(context);
  const { links, acknowledgeLinkOf } = options;
  const messages = createQueueRunner(context, createMessageQueue({ ...context, channels, links }), send);
  const alerts = createKindRunners({
    clock,
    readUsedKinds: () => readUsedKinds(db),
    createRunner(kind) {
      const channel = channels[kind];
      if (!channel) return null;
      return createQueueRunner(context, createAlertQueue({ ...context, acknowledgeLinkOf }, channel), send);
    },
    onError: (error) => log.error({ err: error }, 'the channels could not be read'),
  });
  const wakeAll = (): void => {
    alerts.wake();
    messages.wake();
  };
  const clockWatch = watchForClockSetBack(clock, () => {
    makeAllDue(db, clock.now()).then(wakeAll, (error: unknown) =>
      log.error({ err: error }, 'the outbox could not adjust to the changed clock'),
    );
  });
  /** Polls for due rows now. */
  const wake = (): void => {
    clockWatch.compare();
    wakeAll();
  };
  let unsubscribe: (() => void) | undefined;

  return {
    wake,
    /** Resolves when everything that may be sent now was sent. */
    settled: async () => void (await Promise.all([alerts.settled(), messages.settled()])),
    async start(): Promise<void> {
      if (options.isOnlyProcess) for (const rows of [deliveryRows, messageRows]) await rows.releaseAllLeases(db);
      unsubscribe = changes.subscribe((change) => {
        if (change.is_structural) alerts.refresh();
        if (change.has_deliveries) wake();
      });
      clockWatch.start();
      alerts.refresh();
      messages.wake();
    },
    /** Waits 3 s for current attempts, then aborts them. Unsent messages stay in the outbox. */
    async stop(): Promise<void> {
      unsubscribe?.();
      clockWatch.stop();
      const endGrace = clock.after(stopGraceMilliseconds, () =>
        stopping.abort(new SendAbortedError('cancelled: the program was stopped')),
      );
      await Promise.all([alerts.stop(), messages.stop()]);
      endGrace();
    },
  };
}

const clockWatchMilliseconds = 10_000;

/** Detects that the wall clock was set back. Due times depend on it, and deliveries would be late by the difference. */
function watchForClockSetBack(clock: Clock, onSetBack: () => void) {
  const offset = (): number => clock.now() - clock.monotonic();
  let known = offset();
  let cancel: Cancel = () => undefined;
  const compare = (): void => {
    const current = offset();
    if (current < known - clockSetBackMilliseconds) onSetBack();
    known = current;
  };
  const start = (): void => {
    cancel = clock.after(clockWatchMilliseconds, () => {
      compare();
      start();
    });
  };
  return { compare, start, stop: () => cancel() };
}
