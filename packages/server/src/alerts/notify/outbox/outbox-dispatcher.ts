import { randomUUID } from 'node:crypto';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { Channel } from '../channel.ts';
import { SendAbortedError } from '../failure-reason.ts';
import type { AcknowledgeLinkOf } from '../message/acknowledge-link.ts';
import { rememberInstallationId } from '../sending/installation-id.ts';
import { readUsedKinds } from '../sending/used-kinds.ts';
import { createChannelRunner } from './channel-runner.ts';
import { createKindRunners } from './kind-runners.ts';
import { makeAllDue, releaseAllLeases } from './outbox-store.ts';
import { createSender, type OutboxLog } from './sender.ts';

export interface OutboxDispatcherOptions {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  changes: Pick<ChangeFeed, 'subscribe' | 'publish'>;
  channels: Readonly<Partial<Record<DeliveryChannel, Channel>>>;
  /** The server's public address, without a slash at the end, for links. */
  publicUrl: () => string;
  /** Without it, no message has a link to acknowledge. */
  acknowledgeLinkOf?: AcknowledgeLinkOf;
  /** True when no other process sends from this database, as with SQLite: all leases at the start are then left over. */
  isOnlyProcess?: boolean;
  /** How long one attempt may take. */
  sendDeadlineMilliseconds?: number;
}

/** Sends what is in the outbox, on all channels. */
export interface OutboxDispatcher {
  start(): Promise<void>;
  /** Looks now at what is due. */
  poke(): void;
  /** Resolves when all that may be sent now was sent. */
  settled(): Promise<void>;
  /** Waits 3 s for what is being sent, then aborts it. What was not sent stays in the outbox. */
  stop(): Promise<void>;
}

const stopGraceMilliseconds = 3_000;
/** A wall clock that went back by more than this against the monotonic clock was set. */
const clockSetBackMilliseconds = 5_000;

export function createOutboxDispatcher(options: OutboxDispatcherOptions): OutboxDispatcher {
  const { db, clock, log, changes, channels } = options;
  const owner = randomUUID();
  const stopping = new AbortController();
  const send = createSender({
    sendDeadlineMilliseconds: 30_000,
    ...options,
    installation: rememberInstallationId(db),
    owner,
    stopping: stopping.signal,
  });
  const runners = createKindRunners({
    clock,
    readUsedKinds: () => readUsedKinds(db),
    createRunner(kind) {
      const channel = channels[kind];
      return channel ? createChannelRunner({ db, clock, log, channel, send, owner }) : null;
    },
    onError: (error) => log.error({ err: error }, 'the channels could not be read'),
  });
  const clockWatch = watchForClockSetBack(clock, () => {
    makeAllDue(db, clock.now()).then(runners.poke, (error: unknown) =>
      log.error({ err: error }, 'the outbox could not follow the clock'),
    );
  });
  const poke = (): void => {
    clockWatch.compare();
    runners.poke();
  };
  let unsubscribe: (() => void) | undefined;

  return {
    poke,
    settled: runners.settled,
    async start() {
      if (options.isOnlyProcess) await releaseAllLeases(db);
      unsubscribe = changes.subscribe((change) => {
        if (change.is_structural) runners.refresh();
        if (change.has_deliveries) poke();
      });
      clockWatch.start();
      runners.refresh();
    },
    async stop() {
      unsubscribe?.();
      clockWatch.stop();
      const endGrace = clock.after(stopGraceMilliseconds, () =>
        stopping.abort(new SendAbortedError('broken off: the program was stopped')),
      );
      await runners.stop();
      endGrace();
    },
  };
}

const clockWatchMilliseconds = 10_000;

/** Notices when the wall clock is set back. Deliveries are due by it, and would be late by as many hours. */
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
