import { z } from 'zod';
import type { Change, ChangeFeed } from '../../base/domain/change-feed.ts';
import { createKeptConnection, type KeptConnectionOptions } from './kept-connection.ts';
import { connectionName } from './process-folders.ts';

const channel = 'upvigil_changes';
/** A payload of NOTIFY has less than 8000 bytes. A change of more websites is sent as a structural change of all. */
const mostBytes = 7_500;

const messageSchema = z.object({
  sender: z.string(),
  website_ids: z.array(z.int()),
  is_structural: z.boolean(),
  is_replaced: z.boolean(),
  has_deliveries: z.boolean(),
  /** Missing in messages of older versions. */
  has_ended_access: z.boolean().default(false),
});

/** Changes for other processes. They read the results of checks themselves. */
type RelayedChange = Omit<Change, 'monitors'>;

interface ChangeRelayOptions extends Pick<KeptConnectionOptions, 'connections' | 'log'> {
  /** Distinguishes this process's own messages. */
  processId: string;
  changes: ChangeFeed;
  /** Id of this process's data folder, which others can query; null without one. */
  folderId: string | null;
}

export type ChangeRelay = ReturnType<typeof createChangeRelay>;

/**
 * Relays changes between processes on one PostgreSQL with LISTEN and NOTIFY. After a reconnect this process treats
 * everything as changed, because it may have missed messages, and sends its own pending changes.
 */
export function createChangeRelay({ connections, processId, changes, folderId, log }: ChangeRelayOptions) {
  /** True while a change of another process is published here: it must not be sent back. */
  let isRelaying = false;
  /** Pending changes, merged into one; null for none. */
  let pending: RelayedChange | null = null;
  let sending: Promise<void> | null = null;

  const relay = (change: Partial<Change>): void => {
    isRelaying = true;
    changes.publish(change);
    isRelaying = false;
  };

  const connection = createKeptConnection({
    connections,
    log,
    name: connectionName(folderId),
    firstStatement: `listen ${channel}`,
    onNotification(text) {
      const parsed = messageSchema.safeParse(parseJson(text));
      if (!parsed.success) return;
      const { sender, ...change } = parsed.data;
      if (sender !== processId) relay(change);
    },
    onConnected(isFirst) {
      if (!isFirst) relay({ is_structural: true, is_replaced: true, has_deliveries: true, has_ended_access: true });
      sendSoon();
    },
  });

  const sendSoon = (): void => {
    if (sending === null && connection.isOpen && pending !== null) sending = sendAll();
  };

  /** Changes that arrive during a send follow together as one message. */
  const sendAll = async (): Promise<void> => {
    while (connection.isOpen && pending !== null) {
      const change = pending;
      pending = null;
      const message = messageOf(processId, change);
      await connection.ask('select pg_notify($1, $2)', [channel, message]).catch((error: unknown) => {
        pending = together(change, pending);
        log.warn({ err: error }, 'A change could not be sent to the other processes; retrying over a new connection');
      });
    }
    sending = null;
  };

  const unsubscribe = changes.subscribe(({ monitors: _readByOthers, ...change }) => {
    if (isRelaying) return;
    pending = together(pending, change);
    sendSoon();
  });

  return {
    /** Resolves when it listens, or when the first attempt failed and retries follow. */
    start: connection.start,
    async stop(): Promise<void> {
      unsubscribe();
      await sending;
      await connection.stop();
    },
  };
}

function messageOf(sender: string, change: RelayedChange): string {
  const whole = JSON.stringify({ sender, ...change });
  return whole.length <= mostBytes
    ? whole
    : JSON.stringify({ sender, ...change, website_ids: [], is_structural: true });
}

function together(one: RelayedChange | null, other: RelayedChange | null): RelayedChange | null {
  if (one === null || other === null) return one ?? other;
  return {
    website_ids: [...new Set([...one.website_ids, ...other.website_ids])],
    is_structural: one.is_structural || other.is_structural,
    is_replaced: one.is_replaced || other.is_replaced,
    has_deliveries: one.has_deliveries || other.has_deliveries,
    has_ended_access: one.has_ended_access || other.has_ended_access,
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
